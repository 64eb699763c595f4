import { describe } from 'vitest';
import { behaves } from '../support/gateScript';

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
    'of a card on screen sends it on to be asked, even where the rules would let it go by now',
    'strict',
    `
    propose a in=m verdict=mustAsk -> show a waiting, timer a
    propose b in=m verdict=mustAsk -> show b waiting, timer b
    complete m
    hook h1 a verdict=ask          -> hook h1 ask
    hook h2 b verdict=pass         -> hook h2 ask
    ask r1 a                       -> show a waiting
    ask r2 b verdict=pass          -> show b decided, record b allow by rule
    recorded b                     -> show b running, answer r2 allow by rule
    `,
    'native',
  );

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
