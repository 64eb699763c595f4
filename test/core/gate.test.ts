import { describe, expect, test } from 'vitest';
import { refusal, step } from '../../src/core/gate';
import { emptyGate, type GateEvent, type GateMode, type GateState, type Mediation } from '../../src/core/gateState';
import { play, tidy } from './support/gateScript';

function behaves(name: string, mode: GateMode, script: string, mediation: Mediation = 'full'): void {
  test(name, () => expect(play(mode, script, mediation)).toBe(tidy(script)));
}

describe('a batch', () => {
  behaves(
    'holds every answer until the whole message is decided, recorded and complete',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    hook h1 a      -> hook h1 ask
    ask r1 a       -> show a waiting
    propose b in=m -> show b waiting, timer b
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a recorded
    complete m
    deny b         -> show b decided, record b deny by person
    recorded b     -> show b recorded, show a running, answer r1 allow by person
    delivered r1
    result a       -> show a ended
    hook h2 b      -> hook h2 ask
    ask r2 b       -> show b refused, answer r2 deny by person
    result b error
    `,
  );

  behaves(
    'holds the answer while the message is still being written',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a recorded
    complete m     -> show a running, answer r1 allow by person
    `,
  );

  behaves(
    'answers parallel asks in the order in which they were asked',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    complete m
    ask r1 b       -> show b waiting
    ask r2 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a recorded
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b running, show a running, answer r1 allow by person, answer r2 allow by person
    `,
  );

  behaves(
    'lets what is proven read-only go first where only writes wait',
    'writes',
    `
    propose a in=m                  -> show a waiting, timer a
    propose b in=m verdict=readOnly -> show b decided, record b allow by rule
    propose c in=m verdict=allow    -> show c decided, record c allow by rule
    complete m
    recorded b                      -> show b recorded
    ask r1 b                        -> show b running, answer r1 allow by rule
    recorded c                      -> show c recorded
    ask r2 c
    ask r3 a                        -> show a waiting
    allow a                         -> show a decided, record a allow by person
    recorded a                      -> show a running, show c running, answer r2 allow by rule, answer r3 allow by person
    `,
  );

  behaves(
    'holds what is proven read-only too where the gate is strict',
    'strict',
    `
    propose a in=m                  -> show a waiting, timer a
    propose b in=m verdict=readOnly -> show b decided, record b allow by rule
    complete m
    recorded b                      -> show b recorded
    ask r1 b
    deny a                          -> show a decided, record a deny by person
    recorded a                      -> show a recorded, show b running, answer r1 allow by rule
    `,
  );

  behaves(
    'decides each call on its own where the gate is off',
    'off',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    `,
  );

  behaves(
    'is no longer held by a call that ends without an ask',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    complete m
    ask r2 b       -> show b waiting
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b recorded
    result a error -> show a ended!, show b running, answer r2 allow by person
    `,
  );

  behaves(
    'shows what is proposed after the message was released, and holds only that',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    propose b in=m -> show b waiting, timer b
    ask r2 b       -> show b waiting
    result a       -> show a ended
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b running, answer r2 allow by person
    `,
  );

  behaves(
    'releases both batches on their own when two messages are open',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    propose b in=n -> show b waiting, timer b
    complete n
    ask r2 b       -> show b waiting
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b running, answer r2 allow by person
    ask r1 a       -> show a waiting
    `,
  );
});

describe('asks', () => {
  behaves(
    'of one call all get the same answer',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    ask r2 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    ask r3 a
    recorded a     -> show a running, answer r1 allow by person, answer r2 allow by person, answer r3 allow by person
    ask r4 a       -> answer r4 allow by person
    result a       -> show a ended
    ask r5 a       -> answer r5 allow by person
    `,
  );

  behaves(
    'repeated word for word are one ask',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    ask r1 a
    ask r1 a
    deny a         -> show a decided, record a deny by person
    recorded a     -> show a refused, answer r1 deny by person
    ask r1 a
    `,
  );

  behaves(
    'without a proposal are a batch of their own',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    ask r9 z       -> show z waiting, timer z
    allow z        -> show z decided, record z allow by person
    recorded z     -> show z running, answer r9 allow by person
    propose z in=m
    result z       -> show z ended
    `,
  );

  behaves(
    'for another input reopen the card and drop the decision',
    'strict',
    `
    propose a in=m input={"command":"rm_x"} -> show a waiting, timer a
    complete m
    allow a                                 -> show a decided, record a allow by person
    recorded a                              -> show a recorded
    ask r1 a input={"command":"rm_y"}       -> show a waiting!, timer a 2
    allow a revision=1
    allow a revision=2                      -> show a decided, record a allow by person
    recorded a                              -> show a running, answer r1 allow by person
    `,
  );

  behaves(
    'for another input than the one on screen count a new revision',
    'strict',
    `
    propose a in=m input={"command":"rm_x"} -> show a waiting, timer a
    complete m
    ask r1 a input={"command":"rm_y"}       -> show a waiting!, timer a 2
    allow a revision=1
    time-out a revision=1
    deny a revision=2                       -> show a decided, record a deny by person
    recorded a                              -> show a refused, answer r1 deny by person
    `,
  );

  behaves(
    'of another tool under the same id reopen the card',
    'strict',
    `
    propose a in=m tool=Read -> show a waiting, timer a
    complete m
    allow a                  -> show a decided, record a allow by person
    recorded a               -> show a recorded
    ask r1 a tool=Bash       -> show a waiting!, timer a 2
    `,
  );

  behaves(
    'with a decision still on its way to the disk do not send it for another input',
    'strict',
    `
    propose a in=m                     -> show a waiting, timer a
    complete m
    allow a                            -> show a decided, record a allow by person
    ask r1 a input={"command":"other"} -> show a waiting!, timer a 2
    recorded a
    `,
  );

  behaves(
    'that fill in or leave out switches that are off are for the same input',
    'strict',
    `
    propose a in=m tool=Edit input={"new_string":"y","edits":[{"old":"x"}],"persistent":false}           -> show a waiting, timer a
    complete m
    allow a                                                                                              -> show a decided, record a allow by person
    recorded a                                                                                           -> show a recorded
    ask r1 a tool=Edit input={"new_string":"y","edits":[{"old":"x","replace_all":false}],"sandbox":null} -> show a running, answer r1 allow by person
    `,
  );

  behaves(
    'with a switch that is on are for another input',
    'strict',
    `
    propose a in=m tool=Edit input={"new_string":"y"}              -> show a waiting, timer a
    complete m
    allow a                                                        -> show a decided, record a allow by person
    recorded a                                                     -> show a recorded
    ask r1 a tool=Edit input={"new_string":"y","replace_all":true} -> show a waiting!, timer a 2
    `,
  );

  behaves(
    'with a new safety warning go back to the person, whatever a rule allows',
    'strict',
    `
    propose a in=m verdict=allow   -> show a decided, record a allow by rule
    complete m
    recorded a                     -> show a recorded
    ask r1 a verdict=allow warning -> show a waiting!, timer a 2
    allow a                        -> show a decided, record a allow by person
    recorded a                     -> show a running, answer r1 allow by person
    ask r2 z verdict=allow warning -> show z waiting, timer z
    `,
  );

  behaves(
    'for a call in a closed batch with another input reopen it alone',
    'strict',
    `
    propose a in=m                     -> show a waiting, timer a
    complete m
    ask r1 a                           -> show a waiting
    allow a                            -> show a decided, record a allow by person
    recorded a                         -> show a running, answer r1 allow by person
    result a                           -> show a ended
    ask r2 a input={"command":"other"} -> show a waiting!, timer a 2
    deny a                             -> show a decided, record a deny by person
    recorded a                         -> show a refused, answer r2 deny by person
    `,
  );
});

describe('two calls of a closed batch that come back', () => {
  test('are both forgotten again when they end', () => {
    const { state } = played(
      'strict',
      propose('a', 'm'),
      propose('b', 'm'),
      { type: 'batchComplete', batchId: 'm' },
      { type: 'ended', toolCallId: 'a', ok: false, text: '' },
      { type: 'ended', toolCallId: 'b', ok: false, text: '' },
      ask('r1', 'a', 'm'),
      ask('r2', 'b', 'm'),
      { type: 'cancelled', askId: 'r1', byUs: true },
      { type: 'cancelled', askId: 'r2', byUs: true },
    );
    expect([state.calls.size, state.batches.size]).toEqual([0, 0]);
  });
});

describe('rules', () => {
  behaves(
    'that allow need no person, and are recorded before the answer',
    'strict',
    `
    propose a in=m verdict=allow -> show a decided, record a allow by rule
    complete m
    hook h1 a verdict=allow      -> hook h1 ask
    ask r1 a verdict=allow
    recorded a                   -> show a running, answer r1 allow by rule
    result a                     -> show a ended
    `,
  );

  behaves(
    'that deny answer through the hook, after the record',
    'strict',
    `
    propose a in=m verdict=deny -> show a decided, record a deny by rule
    complete m
    hook h1 a verdict=deny
    recorded a                  -> show a recorded, hook h1 deny
    result a error              -> show a refused
    `,
  );

  behaves(
    'that deny answer the hook of a call nobody proposed, after the record',
    'strict',
    `
    hook h1 a verdict=deny -> show a decided, record a deny by rule
    hook h1 a verdict=deny
    recorded a             -> show a recorded, hook h1 deny
    hook h2 a verdict=deny -> hook h2 deny
    `,
  );

  behaves(
    'that deny take a held allow back',
    'strict',
    `
    propose a in=m       -> show a waiting, timer a
    propose b in=m       -> show b waiting, timer b
    complete m
    ask r1 a             -> show a waiting
    allow a              -> show a decided, record a allow by person
    recorded a           -> show a recorded
    judge a verdict=deny -> show a decided, record a deny by rule
    deny b               -> show b decided, record b deny by person
    recorded b           -> show b recorded
    recorded a           -> show a refused, answer r1 deny by rule
    `,
  );

  behaves(
    'that deny by the time of the hook take back what a person allowed',
    'strict',
    `
    propose a in=m         -> show a waiting, timer a
    complete m
    allow a                -> show a decided, record a allow by person
    recorded a             -> show a recorded
    hook h1 a verdict=deny -> show a decided, record a deny by rule
    recorded a             -> show a recorded, hook h1 deny
    `,
  );

  behaves(
    'that deny by the time of the ask close the waiting card, and beat an allow that was given',
    'strict',
    `
    propose a in=m        -> show a waiting, timer a
    propose b in=m        -> show b waiting, timer b
    complete m
    allow b               -> show b decided, record b allow by person
    recorded b            -> show b recorded
    ask r1 a verdict=deny -> show a decided, record a deny by rule
    allow a
    recorded a            -> show a refused, answer r1 deny by rule
    ask r2 b verdict=deny -> show b decided, record b deny by rule
    recorded b            -> show b refused, answer r2 deny by rule
    `,
  );

  behaves(
    'that deny from now on also deny a replay of what ran before',
    'strict',
    `
    propose a in=m verdict=allow -> show a decided, record a allow by rule
    complete m
    ask r1 a verdict=allow
    recorded a                   -> show a running, answer r1 allow by rule
    ask r2 a verdict=deny        -> show a decided, record a deny by rule
    recorded a                   -> show a refused, answer r2 deny by rule
    `,
  );

  behaves(
    'that changed decide a card that waits',
    'strict',
    `
    propose a in=m        -> show a waiting, timer a
    complete m
    ask r1 a              -> show a waiting
    judge a verdict=allow -> show a decided, record a allow by rule
    recorded a            -> show a running, answer r1 allow by rule
    `,
  );

  behaves(
    'that no longer allow give a held call back to the person',
    'strict',
    `
    propose a in=m verdict=allow -> show a decided, record a allow by rule
    propose b in=m               -> show b waiting, timer b
    complete m
    ask r1 a verdict=allow
    recorded a                   -> show a recorded
    judge a verdict=ask          -> show a waiting, timer a
    allow a                      -> show a decided, record a allow by person
    recorded a                   -> show a recorded
    deny b                       -> show b decided, record b deny by person
    recorded b                   -> show b recorded, show a running, answer r1 allow by person
    `,
  );

  behaves(
    'judge only the input that is shown',
    'strict',
    `
    propose a in=m                     -> show a waiting, timer a
    ask r1 a input={"command":"other"} -> show a waiting!, timer a 2
    judge a verdict=allow revision=1
    `,
  );

  behaves(
    'cannot be beaten by a person once a deny was not delivered',
    'strict',
    `
    propose a in=m verdict=deny -> show a decided, record a deny by rule
    complete m
    ask r1 a verdict=deny
    recorded a                  -> show a refused, answer r1 deny by rule
    undelivered r1              -> show a refused!, notify a notDelivered
    allow a
    `,
  );
});

describe('bookkeeping tools', () => {
  behaves(
    'are neither asked nor held',
    'strict',
    `
    propose a in=m verdict=pass -> show a running
    propose b in=m              -> show b waiting, timer b
    complete m
    hook h1 a verdict=pass      -> hook h1 none
    result a                    -> show a ended
    allow b                     -> show b decided, record b allow by person
    recorded b                  -> show b recorded
    ask r1 b                    -> show b running, answer r1 allow by person
    `,
  );

  behaves(
    'are recorded and answered at once where the agent asks all the same',
    'strict',
    `
    propose a in=m verdict=pass -> show a running
    propose b in=m              -> show b waiting, timer b
    complete m
    ask r1 a verdict=pass       -> show a decided, record a allow by rule
    recorded a                  -> show a running, answer r1 allow by rule
    result a                    -> show a ended
    `,
  );
});

describe('a person', () => {
  behaves(
    'who clicks twice decides once, and the first click counts',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    deny a
    stop a
    recorded a     -> show a running, answer r1 allow by person
    deny a
    `,
  );

  behaves(
    'may change the input that runs',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a edit=b -> show a decided, record a allow edited by person
    recorded a     -> show a running, answer r1 allow edited by person
    `,
  );

  behaves(
    'who does not answer in time denies, and cannot decide after it',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    time-out a     -> show a decided, record a deny by timeout
    allow a
    recorded a     -> show a refused, answer r1 deny by timeout
    time-out a
    `,
  );

  behaves(
    'who decides in time is not overruled by the clock',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    time-out a
    recorded a     -> show a running, answer r1 allow by person
    `,
  );

  test.each([
    ['unknown', [], 'b', 1, 'There is no such call in this session.'],
    ['waiting', [], 'a', 1, undefined],
    [
      'an older revision',
      [ask('r1', 'a', 'm', { command: 'other' })],
      'a',
      1,
      'The call changed after it was shown. Look at it again.',
    ],
    ['decided', [decide('a')], 'a', 1, 'This call is already decided.'],
    ['timed out', [{ type: 'expired', toolCallId: 'a', revision: 1 }], 'a', 1, 'This request has already timed out.'],
    [
      'cancelled',
      [ask('r1', 'a', 'm'), { type: 'cancelled', askId: 'r1', byUs: true }],
      'a',
      1,
      'The agent has withdrawn this request.',
    ],
    ['lost', [{ type: 'agentLost', reason: 'killed' }], 'a', 1, 'The agent that asked has ended.'],
  ] satisfies [string, GateEvent[], string, number, string | undefined][])(
    'is told why a decision cannot be taken: %s',
    (_, events, toolCallId, revision, reason) => {
      expect(refusal(played('strict', propose('a', 'm'), ...events).state, toolCallId, revision)).toBe(reason);
    },
  );
});

describe('deny and stop', () => {
  behaves(
    'denies the siblings with it, whether they wait, are decided or held',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    propose c in=m -> show c waiting, timer c
    propose d in=m -> show d waiting, timer d
    complete m
    ask r1 a       -> show a waiting
    allow c        -> show c decided, record c allow by person
    allow d        -> show d decided, record d allow by person
    recorded d     -> show d recorded
    stop a         -> show a decided, show b decided, show c decided, show d decided, record a deny and stop by person, record b deny and stop by stop, record c deny and stop by stop, record d deny and stop by stop
    recorded a     -> show a refused, answer r1 deny and stop by person
    recorded c number=2
    recorded d     -> show d recorded
    recorded b     -> show b recorded
    recorded c     -> show c recorded
    turn-ends      -> show b refused, show c refused, show d refused
    `,
  );

  behaves(
    'leaves a sibling that runs alone',
    'off',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    complete m
    ask r1 a       -> show a waiting
    ask r2 b       -> show b waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    stop b         -> show b decided, record b deny and stop by person
    recorded b     -> show b refused, answer r2 deny and stop by person
    result a       -> show a ended
    `,
  );

  behaves(
    'takes along what the agent still proposes, and does not wait for it',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    ask r1 a       -> show a waiting
    stop a         -> show a decided, record a deny and stop by person
    propose b in=m -> show b decided, record b deny and stop by stop
    recorded a     -> show a refused, answer r1 deny and stop by person
    ask r2 b
    cancel r2      -> show b cancelled
    result a error
    turn-ends
    `,
  );

  behaves(
    'is a refusal when the agent withdraws its other asks because of it',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    complete m
    ask r1 a       -> show a waiting
    ask r2 b       -> show b waiting
    stop a         -> show a decided, show b decided, record a deny and stop by person, record b deny and stop by stop
    recorded a     -> show a refused, answer r1 deny and stop by person
    cancel r2      -> show b cancelled
    recorded b
    `,
  );

  behaves(
    'of a call inside a subagent stops that call alone',
    'strict',
    `
    propose a in=m               -> show a waiting, timer a
    complete m
    propose x single subagent=s1 -> show x waiting, timer x
    ask r1 x subagent=s1         -> show x waiting
    ask r2 a                     -> show a waiting
    stop x                       -> show x decided, record x deny and stop by person
    recorded x                   -> show x refused, answer r1 deny and stop by person
    allow a                      -> show a decided, record a allow by person
    recorded a                   -> show a running, answer r2 allow by person
    `,
  );
});

describe('subagents', () => {
  behaves(
    'have each call for itself, before or after its proposal',
    'strict',
    `
    propose a in=m               -> show a waiting, timer a
    ask r1 x subagent=s1         -> show x waiting, timer x
    propose x single subagent=s1
    propose y single subagent=s1 -> show y waiting, timer y
    ask r2 y subagent=s1         -> show y waiting
    allow y                      -> show y decided, record y allow by person
    recorded y                   -> show y running, answer r2 allow by person
    deny x                       -> show x decided, record x deny by person
    recorded x                   -> show x refused, answer r1 deny by person
    `,
  );

  behaves(
    'in the background keep their cards when the turn of the main conversation ends',
    'strict',
    `
    propose x single subagent=s1 -> show x waiting, timer x
    propose y single subagent=s1 -> show y waiting, timer y
    ask r1 x subagent=s1         -> show x waiting
    propose a in=m               -> show a waiting, timer a
    complete m
    turn-ends                    -> show a cancelled
    ask r2 y subagent=s1         -> show y waiting
    allow x                      -> show x decided, record x allow by person
    recorded x                   -> show x running, answer r1 allow by person
    allow y                      -> show y decided, record y allow by person
    recorded y                   -> show y running, answer r2 allow by person
    `,
  );
});

describe('an ask that is withdrawn', () => {
  behaves(
    'without our doing was answered elsewhere',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    cancel r1      -> show a cancelled, notify a answeredElsewhere
    allow a
    result a
    `,
  );

  behaves(
    'by our interrupt is a cancelled card',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    cancel r1 byUs -> show a cancelled
    turn-ends
    `,
  );

  behaves(
    'leaves the card to the other asks of its call',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    ask r2 a       -> show a waiting
    cancel r1
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r2 allow by person
    `,
  );

  behaves(
    'while the decision is written is not answered',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    cancel r1      -> show a cancelled, notify a answeredElsewhere
    recorded a
    `,
  );

  behaves(
    'after it was answered changes nothing',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    cancel r1
    result a       -> show a ended
    `,
  );

  behaves(
    'lets the rest of its batch go',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    complete m
    ask r1 a       -> show a waiting
    ask r2 b       -> show b waiting
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b recorded
    cancel r1      -> show a cancelled, show b running, notify a answeredElsewhere, answer r2 allow by person
    `,
  );

  behaves(
    'as a hook is not answered either',
    'strict',
    `
    propose a in=m verdict=deny -> show a decided, record a deny by rule
    complete m
    hook h1 a verdict=deny
    cancel h1
    recorded a                  -> show a recorded
    result a error              -> show a refused
    `,
  );
});

describe('the disk', () => {
  behaves(
    'that cannot take a decision turns it into a deny',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    unrecorded a   -> show a refused!, notify a notRecorded, answer r1 deny by failure
    delivered r1
    result a error
    `,
  );

  behaves(
    'that cannot take a deny of a rule still lets the hook deny',
    'strict',
    `
    hook h1 a verdict=deny -> show a decided, record a deny by rule
    unrecorded a           -> show a recorded!, notify a notRecorded, hook h1 deny
    `,
  );

  behaves(
    'speaks only of the decision that it was given',
    'strict',
    `
    propose a in=m       -> show a waiting, timer a
    complete m
    ask r1 a             -> show a waiting
    allow a              -> show a decided, record a allow by person
    recorded a number=99
    unrecorded a number=99
    judge a verdict=deny -> show a decided, record a deny by rule
    recorded a number=2
    recorded a           -> show a refused, answer r1 deny by rule
    `,
  );
});

describe('an answer that could not be delivered', () => {
  behaves(
    'puts the card back before the person',
    'strict',
    `
    propose a in=m     -> show a waiting, timer a
    complete m
    ask r1 a           -> show a waiting
    allow a            -> show a decided, record a allow by person
    recorded a         -> show a running, answer r1 allow by person
    undelivered r1     -> show a waiting!, notify a notDelivered, timer a 2
    allow a revision=1
    allow a revision=2 -> show a decided, record a allow by person
    recorded a         -> show a running, answer r1 allow by person
    delivered r1
    `,
  );

  behaves(
    'brings no card back when the agent is gone',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    agent-lost     -> show a lost
    undelivered r1
    `,
  );

  behaves(
    'of a call that ended is of no interest',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    result a       -> show a ended
    undelivered r1
    `,
  );

  behaves(
    'is sent again by no rule that would not hold a batch',
    'writes',
    `
    propose a in=m verdict=readOnly -> show a decided, record a allow by rule
    propose b in=m                  -> show b waiting, timer b
    complete m
    ask r1 a verdict=readOnly
    recorded a                      -> show a running, answer r1 allow by rule
    undelivered r1                  -> show a waiting!, notify a notDelivered, timer a 2
    allow a edit=writes             -> show a decided, record a allow edited by person
    recorded a                      -> show a recorded
    `,
  );
});

describe('the agent', () => {
  behaves(
    'that dies takes its open calls with it, and what comes later is not sent',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    propose c in=m -> show c waiting, timer c
    complete m
    ask r1 a       -> show a waiting
    allow b        -> show b decided, record b allow by person
    deny c         -> show c decided, record c deny by person
    recorded c     -> show c recorded
    agent-lost     -> show a lost, show b lost, show c lost
    recorded b
    allow a
    `,
  );

  behaves(
    'that asks again after its death gets one answer for the new ask',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    complete m
    ask r1 a       -> show a waiting
    agent-lost     -> show a lost
    ask r2 a       -> show a waiting, timer a 2
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r2 allow by person
    `,
  );

  behaves(
    'that runs a call without waiting is reported',
    'strict',
    `
    propose a in=m -> show a waiting, timer a
    propose b in=m -> show b waiting, timer b
    propose c in=m -> show c waiting, timer c
    complete m
    ask r1 a       -> show a waiting
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b recorded
    result a       -> show a ended!, notify a ranUnasked
    result b       -> show b ended!, notify b ranUnasked
    result c error -> show c ended!
    `,
  );

  behaves(
    'that runs a denied call is reported',
    'strict',
    `
    propose a in=m verdict=deny -> show a decided, record a deny by rule
    propose b in=m verdict=deny -> show b decided, record b deny by rule
    propose c in=m              -> show c waiting, timer c
    complete m
    hook h1 a verdict=deny
    recorded a                  -> show a recorded, hook h1 deny
    result a                    -> show a refused!, notify a ranUnasked
    ask r1 b verdict=deny
    recorded b                  -> show b recorded
    deny c                      -> show c decided, record c deny by person
    recorded c                  -> show c recorded, show b refused, answer r1 deny by rule
    ask r2 c                    -> show c refused, answer r2 deny by person
    result c                    -> show c refused!, notify c ranUnasked
    `,
  );

  behaves(
    'that gives up a call whose deny is on its way to the disk gets no answer before the record',
    'strict',
    `
    propose a in=m verdict=deny -> show a decided, record a deny by rule
    complete m
    hook h1 a verdict=deny
    ask r1 a verdict=deny
    result a error              -> show a ended!
    recorded a
    `,
  );

  behaves(
    'that ends its turn closes what it proposed and never asked for',
    'strict',
    `
    propose a in=m               -> show a waiting, timer a
    propose b in=m               -> show b waiting, timer b
    propose c in=m verdict=allow -> show c decided, record c allow by rule
    propose d in=m verdict=deny  -> show d decided, record d deny by rule
    ask r1 c verdict=allow
    hook h1 d verdict=deny
    allow a                      -> show a decided, record a allow by person
    recorded a                   -> show a recorded
    turn-ends                    -> show a cancelled, show b cancelled, show d cancelled
    recorded d
    recorded c                   -> show c running, answer r1 allow by rule
    `,
  );

  behaves(
    'that ends its turn also closes main calls that nobody proposed',
    'strict',
    `
    ask r1 a   -> show a waiting, timer a
    allow a    -> show a decided, record a allow by person
    recorded a -> show a running, answer r1 allow by person
    hook h1 b  -> show b waiting, timer b, hook h1 ask
    turn-ends  -> show a cancelled, show b cancelled
    `,
  );
});

describe('native mediation', () => {
  behaves(
    'leaves to the agent what no deny or ask rule is about',
    'strict',
    `
    propose a in=m
    propose b in=m verdict=allow
    propose c in=m verdict=mustAsk -> show c waiting, timer c
    propose d in=m verdict=deny    -> show d decided, record d deny by rule
    complete m
    hook h1 a                      -> hook h1 none
    hook h2 b verdict=allow        -> hook h2 none
    hook h3 c verdict=mustAsk      -> hook h3 ask
    hook h4 d verdict=deny
    ask r1 a                       -> show a waiting, timer a
    ask r2 b verdict=allow         -> show b decided, record b allow by rule
    recorded d                     -> show d recorded, hook h4 deny
    recorded b                     -> show b running, answer r2 allow by rule
    `,
    'native',
  );
});

describe('the hook', () => {
  behaves(
    'is answered at once, and sends the call on to be asked',
    'strict',
    `
    hook h1 a               -> show a waiting, timer a, hook h1 ask
    hook h2 b verdict=allow -> show b decided, record b allow by rule, hook h2 ask
    hook h3 c verdict=pass  -> hook h3 none
    `,
  );
});

describe('memory', () => {
  test('keeps the answers of the last closed batches, and no more', () => {
    let state = emptyGate('strict');
    for (let round = 0; round < 1000; round += 1) {
      const id = `c${round}`;
      state = after(state, propose(id, `m${round}`), { type: 'batchComplete', batchId: `m${round}` }, decide(id));
      state = after(
        state,
        { type: 'recorded', toolCallId: id, number: state.nextNumber - 1 },
        ask(`r${round}`, id, `m${round}`),
      );
      state = after(state, { type: 'ended', toolCallId: id, ok: true, text: '' });
    }
    expect([state.calls.size, state.batches.size]).toEqual([0, 0]);
    expect(state.young.size + state.old.size).toBeLessThanOrEqual(2 * 129);
    expect(step(state, ask('again', 'c999', 'm999'))[1].map(effect => effect.type)).toEqual(['answer']);
  });
});

function propose(toolCallId: string, batchId: string): GateEvent {
  const call = { sessionId: 's', toolCallId, batchId, tool: 'Bash', input: { command: toolCallId } };
  return { type: 'proposed', call, single: false, verdict: { decision: 'ask', readOnly: false, always: false } };
}

function ask(askId: string, toolCallId: string, batchId: string, input = { command: toolCallId }): GateEvent {
  const call = { sessionId: 's', toolCallId, batchId, tool: 'Bash', input };
  return {
    type: 'asked',
    askId,
    call,
    details: { suggestions: [] },
    verdict: { decision: 'ask', readOnly: false, always: false },
  };
}

function decide(toolCallId: string): GateEvent {
  return { type: 'decided', toolCallId, revision: 1, decision: { choice: 'allow', by: { kind: 'person' } } };
}

function after(state: GateState, ...events: GateEvent[]): GateState {
  return events.reduce((before, event) => step(before, event)[0], state);
}

function played(mode: GateMode, ...events: GateEvent[]): { state: GateState } {
  return { state: after(emptyGate(mode), ...events) };
}
