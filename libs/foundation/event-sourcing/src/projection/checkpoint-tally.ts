/**
 * SQL assignments that move a view's checkpoint row and add to its tally of the events delivered to the view. Every
 * statement that moves a checkpoint uses them. If the row has no tally, or one for another position (an older release
 * moved the row, or a fill started over), the row gets a tally with a new id that begins at the old position.
 * @param row name or alias of the updated table
 * @param to SQL of the new position (text), and of the number of events on the way to it and the exclusive or of
 * their positions (bigint)
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
