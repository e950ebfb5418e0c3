import { createCell } from '../../../lib/cell';
import type { StartValues } from './start-values';

/** What the dialog of a new conversation begins with; null while it is closed. */
export const beginning = createCell<Partial<StartValues> | null>(null);
