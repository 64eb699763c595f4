import type { JudgedCall, Judgement } from '../core/call/judgement';
import type { Channel } from '../channel/channel';
import type { Conversation } from './conversation';
import type { SessionOptions } from './options';
import { Outbox } from './outbox';
import type { AgentRunner } from './runner';
import type { SessionState } from './state';
import { vet } from './vetting';
import type { Work } from './work';

interface PostingParts extends Pick<SessionOptions, 'newId' | 'log' | 'kept' | 'cwd' | 'clock'> {
  readonly agent: AgentRunner;
  readonly channel: Channel;
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly work: Work;
  readonly judge: (call: JudgedCall) => Judgement;
}

/** The outbox of a session, with the ways out of it. */
export function outboxOf({
  newId,
  log,
  kept,
  cwd,
  clock,
  judge,
  agent,
  channel,
  conversation,
  state,
  work,
}: PostingParts): Outbox {
  return new Outbox({
    newId,
    log,
    ...(kept ? { kept } : {}),
    unread: why => conversation.notice('warning', why),
    // An agent that starts with nothing to do begins no turn by itself.
    isBusy: () => state.turnRuns || (state.now === 'starting' && conversation.unsent.length > 0),
    vet: message =>
      vet(message, {
        cwd,
        mayHaveMoved: conversation.mayHaveRun,
        judge,
        ask: (id, paths) => channel.mentions.ask(id, paths),
      }),
    begin: async message => {
      conversation.say(message);
      if (agent.goesOnWith !== undefined) await conversation.catchUp(() => agent.goesOnWith);
      conversation.said(message);
      return work.send();
    },
    unsent: () => conversation.unsent,
    give: message => agent.running.say(message),
    begun: message => conversation.said(message),
    takeBack: async id => {
      const reply = await agent.current?.request({ subtype: 'cancel_async_message', message_uuid: id });
      return reply?.ok === true && reply.response['cancelled'] === true;
    },
    withdraw: () => channel.mentions.withdraw(),
    withheld: () => {
      if (state.turnRuns) state.become({ state: 'idle' });
    },
    at: (time, then) => clock.after(Math.max(0, time - Date.now()), then),
    onChange: () => state.changed(),
  });
}
