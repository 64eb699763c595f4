import { expect, test } from 'vitest';
import { judgeLine } from '../../../src/cli/vectors';
import { readTemplate } from '../../../src/core/texts/template';
import { sentencesIn } from '../../../src/core/texts/translate';
import { zhCn } from '../../../src/core/texts/zhCn';
import corpus from '../../corpus/vectors.json';
import { type CorpusVector, makeWorld } from '../../corpus/world';

const { sentence } = sentencesIn(zhCn);

/** What every vector of the corpus is told: the reasons, and the sentence about the risk. */
function corpusTexts(): readonly string[] {
  const vectors: readonly CorpusVector[] = corpus.vectors;
  const texts = vectors.flatMap(vector => {
    const world = makeWorld(vector);
    try {
      const answer = judgeLine(world.line, { cwd: '/', home: '/', now: Date.parse('2026-06-01T00:00:00Z') });
      if ('error' in answer) throw new Error(`${vector.id}: ${answer.error}`);
      const reasons = answer.because.flatMap(part => ('reason' in part ? [String(part.reason)] : []));
      return [answer.sentence].concat(reasons);
    } finally {
      world.remove();
    }
  });
  return [...new Set(texts)];
}

/** The words of ours between the values of a sentence, as far as they are long enough not to be met by chance. */
const ownWords = Object.entries(zhCn.sentences)
  .flatMap(([english, chinese]) => readTemplate(english, chinese)?.literals ?? [english])
  .filter(words => words.trim().length >= 8);

test('everything that the corpus is told is said in Chinese, and nothing of ours is left in English', () => {
  const texts = corpusTexts();
  const left = texts.filter(text => {
    const chinese = sentence(text);
    return !/\p{Script=Han}/u.test(chinese) || ownWords.some(words => chinese.includes(words));
  });
  expect(texts.length).toBeGreaterThan(350);
  expect(left.map(text => `${text} → ${sentence(text)}`)).toEqual([]);
});
