import type { SendUnsent } from '../../lib/feature';
import { team } from './team';

/** Called when the user signs out, on any page. */
export const sendUnsent: SendUnsent = () => team.sendUnsent();
