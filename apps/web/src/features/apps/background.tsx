import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { putTool } from '../../conversation/composer/composer-tool';
import { loadTexts } from '../../lib/i18n';
import { appsQuery } from './apps-api';
import { ComposerApps } from './composer-apps';

/** Adds the apps' button to the composer if an active app has an action there. */
export default function Background() {
  const { data: apps = [] } = useQuery({ ...appsQuery, throwOnError: false });
  const hasActions = apps.some(({ state, places }) => state === 'active' && places.composer !== undefined);
  useEffect(() => {
    if (!hasActions) return;
    let takeAway: (() => void) | null = null;
    let isThere = true;
    void loadTexts('apps').then(() => {
      if (isThere) takeAway = putTool({ name: 'apps', Component: ComposerApps });
    });
    return () => {
      isThere = false;
      takeAway?.();
    };
  }, [hasActions]);
  return null;
}
