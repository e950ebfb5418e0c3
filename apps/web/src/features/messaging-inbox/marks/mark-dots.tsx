import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { useTagsById } from '../../../lib/directory';
import classes from './marks.module.css';

/** Maximum number of coloured dots in a row. */
const MAX_DOTS = 2;

/**
 * Tags of a conversation in its row: two coloured dots and the number of further tags; screen readers get all names.
 */
export function TagDots({ tagIds }: { tagIds: string[] }) {
  const tags = marksOf(tagIds, useTagsById());
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name).join(', ');
  return (
    <span className={classes.dots} role="img" aria-label={names} title={names}>
      {tags.slice(0, MAX_DOTS).map(({ id, colour }) => (
        <span key={id} className={classes.dot} style={{ background: colour }} />
      ))}
      {tags.length > MAX_DOTS && `+${tags.length - MAX_DOTS}`}
    </span>
  );
}

/** A tag or a label: a coloured dot with the name beside it, so that the name is readable whatever the colour. */
export function MarkChip({ mark }: { mark: MarkResponse }) {
  return (
    <span className={classes.chip}>
      <span className={classes.dot} style={{ background: mark.colour }} aria-hidden />
      <span className={classes.name}>{mark.name}</span>
    </span>
  );
}

/** The tags or labels with these ids; ids of deleted ones are skipped. */
export function marksOf(ids: string[], marks: ReadonlyMap<string, MarkResponse>): MarkResponse[] {
  return ids.flatMap((id) => marks.get(id) ?? []);
}
