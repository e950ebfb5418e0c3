import { useEffect } from 'react';
import { putTool } from '../../conversation/composer/composer-tool';
import { loadTexts } from '../../lib/i18n';
import { AssistantTool } from './assistant-tool';

/** Adds the assistant's button to the composer after the first page has loaded. */
export default function Background() {
  useEffect(() => {
    let takeAway: (() => void) | null = null;
    let isThere = true;
    void loadTexts('assistant').then(() => {
      if (isThere) takeAway = putTool({ name: 'assistant', Component: AssistantTool });
    });
    return () => {
      isThere = false;
      takeAway?.();
    };
  }, []);
  return null;
}
