import type { Fact } from '../event';

/** What facts say, by type: each in every variety. */
export type ExamplesOf<E extends Fact> = { [Type in E['type']]: Extract<E, { type: Type }>['data'][] };
