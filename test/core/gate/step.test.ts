import { quoted } from '../../../src/core/texts/sentence';
import { describe, test } from 'vitest';
import { expect } from '../../support/inWords';
import { waitingCall } from '../../../src/core/gate/step';
import { type GateEvent } from '../../../src/core/gate/state';
import { ask, decide, played, propose } from '../support/gateEvents';
import { behaves } from '../support/gateScript';

describe('an id that the agent uses for two calls', () => {
  behaves(
    'is answered with a deny for each of them, whatever a person had decided',
    'strict',
    `
    ask r1 a   -> show a waiting, timer a
    allow a    -> show a decided, record a allow by person
    ask r1 b   -> show a decided, show b decided, record a deny by failure, timer b, record b deny by failure, notify b sharedId
    recorded a -> show a refused, answer r1 deny by failure
    recorded b -> show b refused, answer r1 deny by failure
    `,
  );

  behaves(
    'allows nothing more when the first was allowed before',
    'strict',
    `
    ask r1 a   -> show a waiting, timer a
    allow a    -> show a decided, record a allow by person
    recorded a -> show a running, answer r1 allow by person
    ask r1 b   -> show b decided, timer b, record b deny by failure, notify b sharedId
    recorded b -> show b refused, answer r1 deny by failure
    undelivered r1 -> show b refused!, notify b notDelivered
    result a   -> show a ended
    `,
  );

  behaves(
    'is refused beside what runs and what has run',
    'strict',
    `
    ask r1 a       -> show a waiting, timer a
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    ask r2 b       -> show b waiting, timer b
    allow b        -> show b decided, record b allow by person
    recorded b     -> show b running, answer r2 allow by person
    ask r1 b       -> answer r1 deny by failure, notify b sharedId
    ask r1 b
    undelivered r1 -> notify b notDelivered
    ask r1 b       -> answer r1 deny by failure, notify b sharedId
    result b       -> show b ended
    ask r1 b input={"command":"other"} -> answer r1 deny by failure, notify b sharedId
    `,
  );

  behaves(
    'is refused once more for what it was not asked for yet',
    'strict',
    `
    ask r1 a                           -> show a waiting, timer a
    ask r1 b                           -> show a decided, show b decided, record a deny by failure, timer b, record b deny by failure, notify b sharedId
    recorded b                         -> show b refused, answer r1 deny by failure
    ask r1 b input={"command":"other"} -> notify b sharedId, answer r1 deny by failure
    ask r1 b input={"command":"other"}
    recorded a                         -> show a refused, answer r1 deny by failure
    `,
  );

  behaves(
    'is that of one call alone once it was withdrawn',
    'strict',
    `
    ask r1 a        -> show a waiting, timer a
    cancel r1 byUs  -> show a cancelled
    ask r1 b        -> show b waiting, timer b
    allow b         -> show b decided, record b allow by person
    recorded b      -> show b running, answer r1 allow by person
    `,
  );

  behaves(
    'for the same call with another input is another question',
    'strict',
    `
    ask r1 a                             -> show a waiting, timer a
    ask r1 a
    allow a                              -> show a decided, record a allow by person
    ask r1 a input={"command":"other"}   -> show a waiting!, timer a 2
    ask r1 a input={"command":"other"}
    allow a                              -> show a decided, record a allow by person
    recorded a                           -> show a running, answer r1 allow by person
    `,
  );
});

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
    'that come back word for word after they were withdrawn are asks again',
    'strict',
    `
    ask r1 a       -> show a waiting, timer a
    cancel r1 byUs -> show a cancelled
    ask r1 a       -> show a waiting, timer a 2
    ask r1 a
    allow a        -> show a decided, record a allow by person
    recorded a     -> show a running, answer r1 allow by person
    agent-lost     -> show a lost
    ask r1 a       -> show a waiting, timer a 3
    deny a         -> show a decided, record a deny by person
    recorded a     -> show a refused, answer r1 deny by person
    result a error
    ask r1 a
    `,
  );

  behaves(
    'that are listed among those that wait are none again where they were withdrawn',
    'strict',
    `
    ask r1 a        -> show a waiting, timer a
    ask r1 a listed
    cancel r1 byUs  -> show a cancelled
    ask r1 a listed
    ask r2 b listed -> show b waiting, timer b
    `,
  );

  behaves(
    'that wait under one call and are for something else are not answered with what was shown last',
    'strict',
    `
    ask r1 a input={"command":"one"}            -> show a waiting, timer a
    ask r2 a input={"command":"two"}            -> show a waiting!, timer a 2
    ask r3 a tool=Write input={"command":"two"} -> show a waiting!, timer a 3
    ask r4 a input={"command":"two"}            -> show a waiting!, timer a 4
    allow a                                     -> show a decided, record a allow by person
    recorded a                                  -> show a running, answer r1 deny by failure, answer r2 allow by person, answer r3 deny by failure, answer r4 allow by person
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
    ['lost', [{ type: 'agentLost', reason: quoted('killed') }], 'a', 1, 'The agent that asked has ended.'],
  ] satisfies [string, GateEvent[], string, number, string | undefined][])(
    'is told why a decision cannot be taken: %s',
    (_, events, toolCallId, revision, reason) => {
      const { state } = played('strict', propose('a', 'm'), ...events);
      expect(waitingCall(state, toolCallId, revision)).toMatchObject(
        reason === undefined ? { ok: true } : { ok: false, reason },
      );
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
    'of a call inside a subagent is why its other asks are withdrawn, and those of no other',
    'strict',
    `
    propose x single subagent=s1 -> show x waiting, timer x
    propose y single subagent=s1 -> show y waiting, timer y
    propose z single subagent=s2 -> show z waiting, timer z
    ask r1 x subagent=s1         -> show x waiting
    ask r2 y subagent=s1         -> show y waiting
    ask r3 z subagent=s2         -> show z waiting
    stop x                       -> show x decided, record x deny and stop by person
    recorded x                   -> show x refused, answer r1 deny and stop by person
    cancel r2                    -> show y cancelled
    cancel r3                    -> show z cancelled, notify z answeredElsewhere
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
