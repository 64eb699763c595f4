import { expect, it } from 'vitest';
import { zhCn } from '../../../src/core/texts/zhCn';
import { stories } from '../../../webview-ui/gallery/stories/all';
import { translator } from '../../../webview-ui/language/translate';
import { zhCn as texts } from '../../../webview-ui/language/zhCn';

it('shows what the host really says, so that it can be seen in both languages', () => {
  const { sentence } = translator('zh-cn', { texts, sentences: zhCn });
  const shown = stories.filter(story => !story.name.startsWith('hostile')).map(({ snapshot }) => snapshot);
  const cards = shown.flatMap(snapshot => snapshot.cards);
  const said = [
    ...cards.flatMap(card => card.because.map(({ reason }) => reason)),
    ...cards.flatMap(({ riskSentence, problem }) => (problem ? [riskSentence, problem] : [riskSentence])),
    ...shown
      .flatMap(({ transcript }) => transcript)
      .flatMap(item => (item.kind === 'notice' || item.kind === 'divider' ? [item.text] : [])),
    ...shown
      .flatMap(({ sessions }) => sessions)
      .flatMap(({ status }) => (status.state === 'failed' ? [status.problem.message] : [])),
  ].filter(({ text }) => text !== '');
  expect(said.length).toBeGreaterThan(300);
  expect([...new Set(said.filter(one => sentence(one) === one.text).map(({ text }) => text))]).toEqual([]);
});
