import { graphs } from './insight-graphs';
import { metricOf, metricPaths } from './insight-metrics';
import en from './insight-texts/en.json';
import es from './insight-texts/es.json';
import nl from './insight-texts/nl.json';

const operations = metricPaths.map((path) => metricOf(path).operation);

test.each([
  ['en', en],
  ['es', es],
  ['nl', nl],
])('%s has a text for every metric, version and graph, and no other', (_, texts) => {
  const formulas = Object.entries(texts.metrics).map(([path, metric]) => [
    path,
    Object.keys(metric.formulas),
  ]);
  expect(Object.fromEntries(formulas)).toEqual(
    Object.fromEntries(
      metricPaths.map((path) => [path, metricOf(path).versions.map(({ version }) => String(version))]),
    ),
  );
  expect(Object.keys(texts.graphs)).toEqual(graphs.map(({ id }) => String(id)));
  expect(leavesOf(texts).filter((text) => text.trim() === '')).toEqual([]);
});

test('each operation names one metric', () => {
  expect(operations).toEqual([...new Set(operations)]);
});

function leavesOf(tree: object): string[] {
  return Object.values(tree).flatMap((value: object | string) =>
    typeof value === 'string' ? [value] : leavesOf(value),
  );
}
