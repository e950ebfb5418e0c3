import { useEffect, useRef, useState } from 'react';
import { SegmentedControl, Text } from '@mantine/core';
import type { WebChatInfo } from '@parley/contracts/api/web-chat';
import type { WebChatSettings } from '@parley/contracts/rules/web-chat-settings';
import { useTranslation } from '../../../lib/translation';
import own from './web-chat.module.css';
import { loadPart } from '../../../lib/load-part';

const scenes = ['launcher', 'form', 'chat', 'closed'] as const;
type Scene = (typeof scenes)[number];
type Draw = (info: WebChatInfo, scene: Scene) => void;
/** Type of the module that the build generates from `apps/widget/src/preview.tsx`. */
type PreviewModule = { preview: (host: HTMLElement, language: string) => Draw };

const PREVIEW = '/widget/preview.js';

/** Preview of the web chat widget as visitors see it, rendered by the widget's own code. */
export function WebChatPreview({ webChat, name }: { webChat: WebChatSettings; name: string }) {
  const { t, language } = useTranslation();
  const [scene, setScene] = useState<Scene>('chat');
  const [draw, setDraw] = useState<{ draw: Draw } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stage = document.createElement('div');
    host.current?.replaceChildren(stage);
    let isGone = false;
    loadPart(() => import(/* @vite-ignore */ PREVIEW) as Promise<PreviewModule>).then(
      ({ preview }) => isGone || setDraw({ draw: preview(stage, language) }),
      () => isGone || setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [language]);
  useEffect(() => draw?.draw(infoOf(webChat, name), scene), [draw, webChat, name, scene]);
  return (
    <aside className={own.preview} aria-label={t('channels.webChat.preview')}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('channels.webChat.preview')}
        data={scenes.map((value) => ({ value, label: t(`channels.webChat.scene.${value}`) }))}
        value={scene}
        onChange={setScene}
      />
      {hasFailed && <Text size="sm">{t('channels.webChat.previewFailed')}</Text>}
      {/* `inert`, because users only look at the preview: its controls must not take the focus. */}
      <div ref={host} className={own.stage} inert />
    </aside>
  );
}

function infoOf(
  { colour, position, title, greeting, closedText, asksFor }: WebChatSettings,
  name: string,
): WebChatInfo {
  return {
    ...{ position, greeting, closedText, asksFor },
    colour: /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#3b4fd8',
    title: title || name,
    isOpen: true,
    opensAt: null,
    timeZone: null,
    longestText: 1_000,
    largestFile: 1,
  };
}
