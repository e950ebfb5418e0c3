import { createCell } from '../../../lib/cell';
import type { StartValues } from './start-values';

/** Initial values of the dialog for a new conversation; null while the dialog is closed. */
export const beginning = createCell<Partial<StartValues> | null>(null);
