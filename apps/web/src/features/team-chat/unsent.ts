import type { SendUnsent } from '../../lib/feature';
import { team } from './team';

/** For who signs out, on whatever page. */
export const sendUnsent: SendUnsent = () => team.sendUnsent();
