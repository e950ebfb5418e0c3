import { useEffect, useState } from 'preact/hooks';
import { h } from 'preact';
import type { WebChatInfo } from '@parley/contracts/api/web-chat';
import type { ChatActions, ChatView } from './chat';
import launcherCss from './launcher.css?inline';
import { mount, paint } from './mount';
import previewCss from './preview.css?inline';
import { Launcher } from './ui/launcher';
import { css, Panel } from './ui/panel';
import { sayIn, type Language } from './words';

export type Scene = 'launcher' | 'form' | 'chat' | 'closed';

const idle: ChatActions = {
  open: () => undefined,
  close: () => undefined,
  send: () => undefined,
  retry: () => undefined,
  introduce: () => Promise.resolve(),
  skipIntroduction: () => undefined,
  type: () => undefined,
  loadEarlier: () => Promise.resolve(),
  mute: () => undefined,
  refresh: () => Promise.resolve(),
};

const samples: Record<Language, [question: string, answer: string]> = {
  en: ['Hi, where is my order?', 'Let me look it up for you.'],
  es: ['Hola, ¿dónde está mi pedido?', 'Voy a mirarlo.'],
  nl: ['Hallo, waar is mijn bestelling?', 'Ik zoek het voor u op.'],
};

/**
 * Renders the widget into an element of the settings page, with the same code as on a site.
 * @returns a function that renders it again with other settings
 */
export function preview(host: HTMLElement, language: Language) {
  const { place, draw } = mount(host, launcherCss + css + previewCss, language, 'ltr');
  return (info: WebChatInfo, scene: Scene) => {
    paint(place, info.colour);
    place.dataset.position = info.position;
    draw(h(Scenes, { info, scene, language }));
  };
}

function Scenes({ info, scene, language }: { info: WebChatInfo; scene: Scene; language: Language }) {
  const say = sayIn(language);
  const view = viewOf(info, scene, language);
  const [count, setCount] = useState(0);
  // Renders again with a new key, so that the thread is scrolled to its end, as for visitors.
  useEffect(() => setCount(count + 1), [scene]);
  return (
    <div class="stage">
      {scene !== 'launcher' && (
        <Panel key={scene} view={view} actions={idle} language={language} say={say} isFocused={false} />
      )}
      <Launcher
        isOpen={scene !== 'launcher'}
        unread={scene === 'launcher' ? 1 : 0}
        say={say}
        onToggle={() => idle.open()}
      />
    </div>
  );
}

function viewOf(info: WebChatInfo, scene: Scene, language: Language): ChatView {
  const isOpen = scene !== 'closed';
  const [question, answer] = samples[language];
  const time = new Date().toISOString();
  const entry = { author: null, files: [], location: null, time, createdAt: time };
  const asked = { ...entry, id: '1', position: '1', by: 'visitor' as const, text: question };
  const answered = { ...entry, id: '2', position: '2', by: 'agent' as const, author: 'Sanne', text: answer };
  return {
    info: { ...info, isOpen, opensAt: isOpen ? null : (info.opensAt ?? nextMorning()) },
    isOpen: true,
    entries: scene === 'chat' ? [asked, answered] : scene === 'form' ? [asked] : [],
    outbox: [],
    asks: scene === 'form' || scene === 'closed' ? info.asksFor : [],
    isTyping: false,
    unread: 0,
    hasMore: false,
    isCut: false,
    isMuted: false,
    isLoading: false,
    hasFailed: false,
  };
}

function nextMorning(): string {
  const morning = new Date(Date.now() + 24 * 3600_000);
  morning.setHours(9, 0, 0, 0);
  return morning.toISOString();
}
