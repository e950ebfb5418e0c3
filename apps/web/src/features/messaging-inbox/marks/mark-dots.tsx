import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { useTagsById } from '../../../lib/directory';
import classes from './marks.module.css';

/** Dots that a row has room for. */
const MOST_DOTS = 2;

/** The tags of a conversation in its row: two dots and how many more, by name for who cannot see them. */
export function TagDots({ tagIds }: { tagIds: string[] }) {
  const tags = marksOf(tagIds, useTagsById());
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name).join(', ');
  return (
    <span className={classes.dots} role="img" aria-label={names} title={names}>
      {tags.slice(0, MOST_DOTS).map(({ id, colour }) => (
        <span key={id} className={classes.dot} style={{ background: colour }} />
      ))}
      {tags.length > MOST_DOTS && `+${tags.length - MOST_DOTS}`}
    </span>
  );
}

/** A tag or a label, by its colour and its name. The name stands beside the colour: it can be read on any of them. */
export function MarkChip({ mark }: { mark: MarkResponse }) {
  return (
    <span className={classes.chip}>
      <span className={classes.dot} style={{ background: mark.colour }} aria-hidden />
      <span className={classes.name}>{mark.name}</span>
    </span>
  );
}

/** Those that are known: one that was just deleted is not. */
export function marksOf(ids: string[], marks: ReadonlyMap<string, MarkResponse>): MarkResponse[] {
  return ids.flatMap((id) => marks.get(id) ?? []);
}
