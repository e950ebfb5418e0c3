/**
 * Assignments that move the row of a view's checkpoint and, with it, the tally of the events that the view was handed.
 * Every move goes through them. A row whose tally is missing, or holds for another position than the row's (an older
 * release moved it, or a fill started over), gets a tally with a new id that begins at the old position.
 * @param row name or alias of the updated table
 * @param to SQL of the new position and of what was handed to the view on the way to it: text, bigint, bigint
 */
export function movedTo(
  row: string,
  { position, events, positions }: { position: string; events: string; positions: string },
): string {
  const counted = (then: string, otherwise: string) =>
    `case when ${row}.tally_to = ${row}.position then ${row}.${then} else ${otherwise} end`;
  return `position = ${position},
          tally_to = ${position},
          tally_id = ${counted('tally_id', 'gen_random_uuid()')},
          tally_from = ${counted('tally_from', `${row}.position`)},
          tally_events = ${counted('tally_events', '0')} + ${events},
          tally_positions = ${counted('tally_positions', '0')} # ${positions}`;
}
