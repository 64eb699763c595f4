import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, sentOf, startGallery } from './gallery';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

describe('what waits in another session', () => {
  it('is one line, which leads there, and no card here', async () => {
    const page = await gallery.open('other-sessions');
    expect(await page.getByTestId('card').count()).toBe(1);
    const line = page.getByRole('listitem').filter({ hasText: 'Session “Write the release notes” waits: 2' });
    await line.getByRole('button', { name: 'Reveal' }).click();
    await expect.poll(() => sentOf(page, 'session/show')).toEqual([{ sessionId: 'session-2' }]);
    await page.close();
  });

  it('counts as seen, so that the host does not ask a second time', async () => {
    const page = await gallery.open('other-sessions');
    await expect
      .poll(async () => (await sentOf(page, 'ui/painted')).map(sent => [sent['sessionId'], sent['toolCallId']]))
      .toEqual(
        expect.arrayContaining([
          ['session-1', 'toolu_bash'],
          ['session-2', 'toolu_fetch'],
          ['session-2', 'toolu_mcp'],
        ]),
      );
    await page.close();
  });

  it('shows in the header beside every other session, by the state of each', async () => {
    const page = await gallery.open('other-sessions', { width: 300 });
    const others = page.getByRole('navigation', { name: 'Other sessions' });
    await others.getByRole('button', { name: 'Write the release notes: Waiting for you' }).waitFor();
    await others.getByRole('button', { name: 'New session: Working…' }).click();
    await expect.poll(() => sentOf(page, 'session/show')).toEqual([{ sessionId: 'session-3' }]);
    await page.close();
  });
});

describe('a card of a subagent', () => {
  it('leads to the call that started it, however far back', async () => {
    const page = await gallery.open('subagent-far');
    const call = page.locator('[data-line="toolu_agent"]');
    expect(await call.count()).toBe(0);
    await page.getByRole('button', { name: 'Reveal' }).click();
    await expect.poll(() => call.locator('summary').evaluate(line => line === document.activeElement)).toBe(true);
    const inSight = (): Promise<boolean> =>
      call.evaluate(line => {
        const view = line.closest('.transcript')?.getBoundingClientRect();
        const place = line.getBoundingClientRect();
        return view !== undefined && place.top >= view.top && place.bottom <= view.bottom;
      });
    expect(await inSight()).toBe(true);
    // What comes afterwards does not carry the person off again.
    await page.evaluate(() =>
      window.latchFixture?.update({
        type: 'transcript',
        sessionId: 'session-1',
        seq: 1,
        changes: [{ type: 'put', item: { kind: 'text', id: 'new', text: 'Something new.', settled: true } }],
      }),
    );
    await page.getByText('Something new.').waitFor({ state: 'attached' });
    expect(await inSight()).toBe(true);
    await page.close();
  });
});
