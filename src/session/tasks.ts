import type { Agent } from '../agents/agent';
import { asString } from '../core/base/json';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';
import type { Task } from '../core/transcript/items';
import { readEnd } from '../stores/readEnd';

/** What is shown of an output at once. */
const shownBytes = 16_384;

const isOver = say('The agent of this task has ended.');

/** Subagents, and commands in the background. */
interface Tasks {
  /** Ends one; the turn goes on. */
  stop(taskId: string): Promise<void>;
  /** The end of what it has printed. */
  output(taskId: string): Promise<string>;
}

export function tasksOf(agent: () => Agent | undefined, known: (taskId: string) => Task | undefined): Tasks {
  return {
    async stop(taskId) {
      const reply = await agent()?.request({ subtype: 'stop_task', task_id: taskId });
      if (!reply?.ok) throw new Told(reply?.error ?? isOver);
    },
    async output(taskId) {
      // The agent tells it since 2.1.326; before, the file has it that it named at the end of the task.
      const reply = await agent()?.request({ subtype: 'get_task_output', task_id: taskId });
      if (reply?.ok) return asString(reply.response['output']) ?? '';
      const file = known(taskId)?.output;
      if (file !== undefined) return readEnd(file, shownBytes);
      throw new Told(reply?.error ?? isOver);
    },
  };
}
