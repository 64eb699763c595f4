import { describe, expect, test } from 'vitest';
import { step } from '../../../src/core/gate/step';
import { emptyGate } from '../../../src/core/gate/state';
import { after, ask, decide, played, propose } from '../support/gateEvents';
import { behaves } from '../support/gateScript';

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
