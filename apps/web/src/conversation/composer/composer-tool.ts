import type { ComponentType, RefObject } from 'react';
import { createCell } from '../../lib/cell';
import type { Offers, OpenConversation } from '../conversation';
import type { DraftKeeper } from './draft-keeper';

export interface ComposerToolProps {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: DraftKeeper;
  offers: Offers;
  /** Handed over: what loads later shares no code with what a page begins with. */
  open: OpenConversation;
}

/** What another feature puts below the field, once it is loaded; null: nothing. */
export const composerTool = createCell<{ Component: ComponentType<ComposerToolProps> } | null>(null);
