import type { Message } from '../core/message/message';
import type { Conversation } from './conversation';
import type { SessionOptions } from './options';
import { Outbox } from './outbox';
import type { AgentRunner } from './runner';
import type { SessionState } from './state';
import type { Work } from './work';

interface PostingParts extends Pick<SessionOptions, 'newId' | 'log' | 'kept'> {
  readonly agent: AgentRunner;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly work: Work;
  readonly vet: (message: Message) => Message | Promise<Message | undefined>;
}

/** The outbox of a session, with the ways out of it. */
export function outboxOf({ newId, log, kept, agent, conversation, state, work, vet }: PostingParts): Outbox {
  return new Outbox({
    newId,
    log,
    ...(kept ? { kept } : {}),
    isBusy: () => state.turnRuns || state.now === 'starting',
    vet,
    begin: message => {
      conversation.say(message);
      return work.send();
    },
    give: message => agent.running.say(message),
    begun: message => conversation.said(message),
    takeBack: async id => {
      const reply = await agent.current?.request({ subtype: 'cancel_async_message', message_uuid: id });
      return reply?.ok === true && reply.response['cancelled'] === true;
    },
    onChange: () => state.changed(),
  });
}
