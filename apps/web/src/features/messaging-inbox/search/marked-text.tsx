import type { Marked } from '@parley/contracts/api/search';

/** Text in which the found words are marked. */
export function MarkedText({ text, marks }: Marked) {
  const starts = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {starts.map((start, index) => {
        const mark = marks[index];
        return (
          <span key={start}>
            {text.slice(start, mark?.[0])}
            {mark && <mark>{text.slice(...mark)}</mark>}
          </span>
        );
      })}
    </>
  );
}
