import type { Fact } from '../event';

/** Example data by event type, with at least one example of each variant. */
export type ExamplesOf<E extends Fact> = { [Type in E['type']]: Extract<E, { type: Type }>['data'][] };
