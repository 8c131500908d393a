import type { Confidence, SearchEngine } from '../../../src/search/engine.ts';
import { confidences } from '../../../src/search/ranking.ts';
import type { Collection } from './collection.ts';
import { evaluateWindow, type Relevance } from './relevance.ts';

/** What readers get of a question: the answer after the gate, how sure it is and whether its first hit is right. */
export interface Shipped extends Relevance {
  confidence: Confidence;
}

/** Asks an engine as the service does. */
export function askShipped(engine: SearchEngine, { questions }: Collection): Shipped[] {
  return questions.map(({ text, judged }) => {
    const hits = engine.search({ text, limit: 100, isVisible: () => true });
    const found = hits.map(({ slug, sectionId }) => ({ id: slug, section: sectionId }));
    return { ...evaluateWindow(found, judged), confidence: hits[0]?.confidence ?? 'none' };
  });
}

/** How many first hits of each confidence there are, and what share of them is right. */
export function calibrate(answers: readonly Shipped[]): { confidence: Confidence; count: number; right: number }[] {
  return confidences
    .filter((name) => name !== 'none')
    .map((confidence) => {
      const own = answers.filter((answer) => answer.confidence === confidence);
      const right = own.reduce((sum, { success1 }) => sum + success1, 0) / Math.max(1, own.length);
      return { confidence, count: own.length, right };
    });
}

/**
 * A calibration diagram: for each collection and confidence the share of right first hits, the dot as large as there
 * are many.
 */
export function drawCalibration(collections: ReadonlyMap<string, readonly Shipped[]>): string {
  const [width, height, left] = [520, 320, 60];
  const y = (share: number) => height - 40 - share * (height - 70);
  const names = [...collections.keys()];
  const colours = ['#1b6e53', '#b3541e', '#3d5a9b', '#7a3b76', '#666'];
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${left} ${y(share)}H${width - 10}" stroke="#ccc"/><text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${share}</text>`,
  );
  const dots = [...collections.values()].flatMap((answers, series) =>
    calibrate(answers).flatMap(({ count, right }, at) =>
      count === 0
        ? []
        : [
            `<circle cx="${left + 90 + at * 140 + (series - names.length / 2) * 14}" cy="${y(right)}" r="${3 + Math.sqrt(count) / 3}" fill="${colours[series % colours.length]}" fill-opacity=".7"><title>${names[series]}: ${count}</title></circle>`,
          ],
    ),
  );
  const labels = confidences
    .filter((name) => name !== 'none')
    .map((name, at) => `<text x="${left + 90 + at * 140}" y="${height - 16}" text-anchor="middle">${name}</text>`);
  const legend = names.map(
    (name, series) =>
      `<text x="${left + 8}" y="${24 + series * 16}" fill="${colours[series % colours.length]}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><title>Share of right first hits by confidence</title>${[...grid, ...dots, ...labels, ...legend].join('')}</svg>\n`;
}
