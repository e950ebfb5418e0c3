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

/** What a feature puts below the field, once it is loaded. */
export interface ComposerTool {
  name: string;
  Component: ComponentType<ComposerToolProps>;
}

export const composerTools = createCell<readonly ComposerTool[]>([]);

/** @returns takes it away again */
export function putTool(tool: ComposerTool): () => void {
  composerTools.update((tools) => [...tools, tool].sort((a, b) => a.name.localeCompare(b.name)));
  return () => composerTools.update((tools) => tools.filter((other) => other !== tool));
}
