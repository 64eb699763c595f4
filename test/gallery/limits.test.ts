import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterGrace, type Gallery, sentOf, startGallery } from './gallery';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

// Times of a machine that does other work as well: what is slow for good is slow each time.
describe('more than anybody reads', { retry: 2 }, () => {
  it.each([
    ['a command of 2 MB', 'big-command'],
    ['a diff of 50,000 lines', 'big-diff'],
  ])('%s is shown to its end, scrolls and is decided without delay', async (_, story) => {
    const page = await gallery.open(story);
    await page.getByTestId('card').waitFor();
    await page.waitForTimeout(afterGrace);
    // The longest time in which the page did nothing else, while a person scrolls through all of it.
    const usual = await page.evaluate(async () => {
      const body = document.querySelector('.card-body');
      const times: number[] = [];
      for (let step = 0; step <= 20; step++) {
        const started = performance.now();
        body?.scrollTo({ top: ((body.scrollHeight - body.clientHeight) * step) / 20 });
        await new Promise(resolve => {
          requestAnimationFrame(() => setTimeout(resolve));
        });
        times.push(performance.now() - started);
      }
      // What is slow for good is slow in most frames; a busy neighbour takes some of them.
      return times.toSorted((one, other) => one - other)[10] ?? 0;
    });
    expect(usual).toBeLessThan(400);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect.poll(() => sentOf(page, 'tool/confirm')).toHaveLength(1);
    await page.close();
  });

  it('ways to log in, however they are called, are read to their ends in a narrow view', async () => {
    const page = await gallery.open('agent-login', { width: 250 });
    await page.evaluate(() => {
      const [session] = window.latchFixture?.snapshot.sessions ?? [];
      if (session?.status.state !== 'failed') return;
      const logins = [...Array(40).keys()].map(id => ({
        id: `${id}`,
        name: 'x'.repeat(300),
        description: 'w '.repeat(300),
        terminal: { args: [], env: {} },
      }));
      const status = { state: 'failed', problem: { ...session.status.problem, logins } } as const;
      window.latchFixture?.update({ type: 'session', session: { ...session, status } });
    });
    const ways = page.getByRole('list', { name: 'Ways to log in' });
    await expect.poll(() => ways.getByRole('button').count()).toBe(40);
    const isWithin = await ways.evaluate(list =>
      [...list.querySelectorAll('button, span')].every(part => part.getBoundingClientRect().right <= innerWidth),
    );
    expect(isWithin).toBe(true);
    await ways.getByRole('button').last().scrollIntoViewIfNeeded();
    await ways.getByRole('button').last().click({ trial: true });
    await page.close();
  });

  it.each([
    ['5 MB of Markdown', '**word** and more\n\n'.repeat(270_000), 'The first'],
    ['5 MB in one line', 'x'.repeat(5_000_000), 'The first'],
    ['a table of 30,000 lines', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(30_000)}`, undefined],
    ['a list of 80,000 lines', '- a\n'.repeat(80_000), 'The first'],
  ])('of a reply that is %s little is drawn before somebody looks for it', async (_, text, left) => {
    const page = await gallery.open('conversation');
    await page.evaluate(words => {
      const [session] = window.latchFixture?.snapshot.sessions ?? [];
      if (session === undefined) return;
      const item = { kind: 'text', id: 'long', text: words, settled: true } as const;
      const { sessionId } = session;
      window.latchFixture?.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
    }, text);
    const reply = page.locator('[data-item="long"]');
    await reply.waitFor();
    expect(await reply.locator('*').count()).toBeLessThan(3000);
    expect((await reply.textContent())?.length).toBeLessThan(150_000);
    expect(await reply.getByRole('button', { name: left ?? 'The first' }).count()).toBe(left === undefined ? 0 : 1);
    await page.close();
  });

  it.each(['user', 'thinking'] as const)('of 5 MB of words that are no reply (%s) little is laid out', async kind => {
    const page = await gallery.open('conversation');
    await page.evaluate(
      ([kindOfText, text]) => {
        const [session] = window.latchFixture?.snapshot.sessions ?? [];
        if (session === undefined) return;
        const item = { kind: kindOfText, id: 'long', text, settled: true };
        const { sessionId } = session;
        window.latchFixture?.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
      },
      [kind, 'Some words of a line.\n'.repeat(230_000)] as const,
    );
    const long = page.locator('[data-item="long"]');
    await long.waitFor();
    await page.waitForTimeout(300);
    const drawn = (await long.textContent())?.length;
    expect(drawn).toBeGreaterThan(4000);
    expect(drawn).toBeLessThan(100_000);
    await page.close();
  });

  it('of things to do without end none is drawn before somebody looks', async () => {
    const page = await gallery.open('conversation');
    await page.evaluate(() => {
      const [session] = window.latchFixture?.snapshot.sessions ?? [];
      if (session === undefined) return;
      const todos = [...Array(10_000).keys()].map(id => ({ id: `${id}`, text: 'Do it', state: 'open' as const }));
      const changes = [{ type: 'put', item: { kind: 'todos', id: 'todos', todos } }] as const;
      window.latchFixture?.update({ type: 'transcript', sessionId: session.sessionId, seq: 1, changes: [...changes] });
    });
    const summary = page.locator('.todos summary');
    await summary.getByText('To do: 0 of 10000').waitFor();
    expect(await page.locator('.todos li').count()).toBe(0);
    await summary.click();
    await page.locator('.todos li').first().waitFor();
    await page.close();
  });

  it('of a subagent with thousands of steps the last are drawn, and those before when they are asked for', async () => {
    const page = await gallery.open('work-log');
    await page.evaluate(() => {
      const { transcript = [], sessions = [] } = window.latchFixture?.snapshot ?? {};
      const agent = transcript.find(item => item.kind === 'call' && item.task?.calls !== undefined);
      if (agent?.kind !== 'call' || sessions[0] === undefined) return;
      const said = (id: number) => ({ kind: 'text', id: `step-${id}`, text: `Step ${id}`, settled: true }) as const;
      const changes = [...Array(3000).keys()].map(
        id => ({ type: 'put', item: { ...said(id), parent: agent.toolCallId } }) as const,
      );
      window.latchFixture?.update({ type: 'transcript', sessionId: sessions[0].sessionId, seq: 1, changes });
    });
    const steps = page.locator('.task details', { hasText: /Steps: 3\d\d\d/ });
    await steps.waitFor();
    if ((await steps.getAttribute('open')) === null) await steps.locator('summary').first().click();
    await steps.getByText('Step 2999', { exact: true }).waitFor();
    expect(await steps.locator('.line').count()).toBeLessThan(300);
    await steps.getByRole('button', { name: 'Show 200 earlier' }).click();
    await steps.getByText('Step 2700', { exact: true }).waitFor();
    await page.close();
  });

  it('a reply of 5 MB that goes on costs what comes, and not what is there', async () => {
    const page = await gallery.open('conversation');
    const written = await page.evaluate(async words => {
      const [session] = window.latchFixture?.snapshot.sessions ?? [];
      if (session === undefined) return undefined;
      const { sessionId } = session;
      const item = { kind: 'text', id: 'long', text: words, settled: false } as const;
      window.latchFixture?.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
      await new Promise(resolve => setTimeout(resolve, 500));
      // What is made of the text, and what of it is drawn anew.
      let letters = 0;
      JSON.stringify = new Proxy(JSON.stringify, {
        apply(stringify, self, args) {
          const text: unknown = Reflect.apply(stringify, self, args);
          letters += String(text).length;
          return text;
        },
      });
      const view = document.querySelector('.transcript');
      if (view)
        new MutationObserver(changes => {
          for (const { target } of changes) letters += target.textContent?.length ?? 0;
        }).observe(view, { subtree: true, characterData: true, childList: true });
      for (let seq = 2; seq < 22; seq++) {
        const changes = [{ type: 'append', id: 'long', text: ' and more' }] as const;
        window.latchFixture?.update({ type: 'transcript', sessionId, seq, changes: [...changes] });
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
      }
      return letters;
    }, 'Some words of a line.\n'.repeat(230_000));
    // Twenty times the part at its end that grows.
    expect(written).toBeGreaterThan(100);
    expect(written).toBeLessThan(20 * 20_000);
    await page.close();
  });

  it('the end of the long command is there', async () => {
    const page = await gallery.open('big-command');
    await page.getByTestId('card').waitFor();
    const body = page.locator('.card-body');
    await expect
      .poll(async () => {
        await body.evaluate(element => element.scrollTo({ top: element.scrollHeight }));
        return body.locator('.chunk', { hasText: 'rm -rf /tmp/end' }).count();
      })
      .toBe(1);
    await page.close();
  });

  it('a hundred cards and a name of 500 characters leave the answers in sight', async () => {
    for (const story of ['queue-hundred', 'big-name']) {
      const page = await gallery.open(story, { width: 300, height: 600 });
      const box = await page.getByRole('button', { name: 'Deny', exact: true }).boundingBox();
      expect((box?.y ?? 999) + (box?.height ?? 0), story).toBeLessThanOrEqual(600);
      await page.close();
    }
  });

  it('a conversation of 100,000 lines shows its end at once, and what was before a page at a time, in its place', async () => {
    const page = await gallery.open('long-conversation');
    await expect.poll(() => page.locator('.transcript .line').count()).toBe(200);
    // Nine elements for each of two hundred lines.
    expect(await page.locator('.transcript *').count()).toBeLessThan(1800);
    for (let pages = 2; pages <= 4; pages++) {
      await page.locator('.transcript').evaluate(element => element.scrollTo({ top: 0 }));
      const reading = page.locator('.transcript').getByText(`Step ${100_201 - pages * 200} is done`);
      const place = (await reading.boundingBox())?.y ?? 0;
      await page.getByRole('button', { name: 'Show 200 earlier' }).click();
      await expect.poll(() => page.locator('.transcript .line').count()).toBe(pages * 200);
      // A line or two: the height of what is above is an estimate until it is drawn.
      await expect.poll(async () => Math.abs(((await reading.boundingBox())?.y ?? -999) - place)).toBeLessThan(60);
    }
    await page.close();
  });

  it('a flood of text does not hold up a card', async () => {
    const page = await gallery.open('conversation');
    const waited = await page.evaluate(async () => {
      const fixture = window.latchFixture;
      const card = fixture?.snapshot.cards[0];
      if (fixture === undefined || card === undefined) return Number.POSITIVE_INFINITY;
      const { sessionId } = card;
      const item = { kind: 'text', id: 'flood', text: '', settled: false } as const;
      fixture.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
      for (let seq = 2; seq < 2000; seq++) {
        const changes = [{ type: 'append', id: 'flood', text: `word ${seq}\n\n` }] as const;
        fixture.update({ type: 'transcript', sessionId, seq, changes });
      }
      let frames = 0;
      const content = { ...card, toolCallId: 'urgent', state: 'waiting' as const };
      fixture.update({ type: 'confirmation_request', sessionId, content });
      while (document.querySelector('[data-call-id="urgent"]') === null) {
        frames += 1;
        await new Promise(resolve => {
          requestAnimationFrame(resolve);
        });
      }
      return frames;
    });
    expect(waited).toBeLessThan(6);
    await expect.poll(async () => (await sentOf(page, 'ui/ack')).at(-1)).toEqual({ seq: 1999 });
    await page.close();
  });
});

describe('a card that cannot be drawn', () => {
  it('shows its input as it came and can be denied', async () => {
    const page = await gallery.open('question-waiting');
    await page.evaluate(() => {
      const card = window.latchFixture?.snapshot.cards[0];
      // A host of another version sends something else than we know.
      const content = JSON.parse(JSON.stringify({ ...card, revision: 2, interaction: { type: 'select', id: 'x' } }));
      window.latchFixture?.update({ type: 'card', sessionId: content.sessionId, content });
    });
    await page.getByText('"Which database should the shop use?"').waitFor();
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect.poll(() => sentOf(page, 'tool/confirm')).toHaveLength(1);
    await page.close();
  });
});

describe('texts of an attacker', () => {
  it('do not hide the host of a link behind a long name', async () => {
    const page = await gallery.open('conversation');
    const host = `https://www.example.org.${'a'.repeat(60)}.evil.example`;
    await page.evaluate(
      text => {
        const [session] = window.latchFixture?.snapshot.sessions ?? [];
        if (session === undefined) return;
        const item = { kind: 'text', id: 'link', text, settled: true } as const;
        const { sessionId } = session;
        window.latchFixture?.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
      },
      `[Read this](${host}/${'b'.repeat(200)})`,
    );
    await page.getByText(`(${host}…)`).waitFor();
    await page.close();
  });

  it.each(['bash', 'file', 'web', 'mcp', 'plan', 'question', 'other'])('do nothing on a card for %s', async kind => {
    const page = await gallery.open(`hostile-${kind}`);
    const refused: string[] = [];
    page.on('console', message => refused.push(message.text()));
    await page.getByTestId('card').waitFor();
    await page.waitForTimeout(200);
    const made = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      // Nothing of ours has any of these in a card.
      elements: document.querySelectorAll('.dock img, .dock script, .dock iframe, .dock a, .transcript img').length,
    }));
    expect(made).toEqual({ hacked: false, elements: 0 });
    // Not even tried: the policy had nothing to refuse.
    expect(refused).toEqual([]);
    await page.close();
  });
});
