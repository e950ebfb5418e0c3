import { createCell } from '../../../lib/cell';
import type { StartValues } from './start-values';

/** The initial values of the dialog of a new conversation; null while it is closed. */
export const beginning = createCell<Partial<StartValues> | null>(null);
