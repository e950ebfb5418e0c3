import { useEffect } from 'react';
import { composerTool } from '../../conversation/composer/composer-tool';
import { loadTexts } from '../../lib/i18n';
import { AssistantTool } from './assistant-tool';

/** Puts the assistant's button into the composer, after everything that a page begins with. */
export default function Background() {
  useEffect(() => {
    let isThere = true;
    void loadTexts('assistant').then(() => isThere && composerTool.set({ Component: AssistantTool }));
    return () => {
      isThere = false;
      composerTool.set(null);
    };
  }, []);
  return null;
}
