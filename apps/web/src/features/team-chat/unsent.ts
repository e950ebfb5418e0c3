import type { SendUnsent } from '../../lib/feature';
import { team } from './team';

/** Sends everything that is only in this browser; called when the user signs out on any page. */
export const sendUnsent: SendUnsent = () => team.sendUnsent();
