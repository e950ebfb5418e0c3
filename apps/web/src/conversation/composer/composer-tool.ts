import type { ComponentType, RefObject } from 'react';
import { createCell } from '../../lib/cell';
import type { Offers, OpenConversation } from '../conversation';
import type { DraftKeeper } from './draft-keeper';

export interface ComposerToolProps {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: DraftKeeper;
  offers: Offers;
  /**
   * The open conversation. A prop and not a React context, because a tool that loads later shares no module with the
   * first page.
   */
  open: OpenConversation;
}

/** A control that a feature puts below the field once the feature is loaded. */
export interface ComposerTool {
  name: string;
  Component: ComponentType<ComposerToolProps>;
}

export const composerTools = createCell<readonly ComposerTool[]>([]);

/** @returns a function that removes the tool again */
export function putTool(tool: ComposerTool): () => void {
  composerTools.update((tools) => [...tools, tool].sort((a, b) => a.name.localeCompare(b.name)));
  return () => composerTools.update((tools) => tools.filter((other) => other !== tool));
}
