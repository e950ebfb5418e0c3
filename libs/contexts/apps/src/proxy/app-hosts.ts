import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { RunningApp } from '../read/apps.queries';
import { settingsNamed } from './filled-in';

/** Hosts that an app may call: those in its manifest, and those of the URL settings that the manifest names. */
export function hostsOf({
  manifest,
  settings,
}: Pick<RunningApp, 'manifest' | 'settings'>): ReadonlySet<string> {
  return new Set(
    manifest.hosts.flatMap((host) => {
      const [name] = settingsNamed(host);
      if (name === undefined) return [host];
      const isUrl = manifest.settings.find((setting) => setting.name === name)?.type === 'url';
      const url = parseUrl((isUrl && settings[name]) || '');
      return url ? [url.host] : [];
    }),
  );
}
