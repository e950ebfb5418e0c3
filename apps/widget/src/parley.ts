import { h } from 'preact';
import { Chat } from './chat';
import launcherCss from './launcher.css?inline';
import { Memory } from './memory';
import { mount, paint } from './mount';
import { Server } from './server';
import { siteOf, type Site } from './site';
import { Widget } from './widget';
import { sayIn } from './words';

/** The widget's API for the page that contains it: `window.Parley`. */
export interface ParleyOnPage {
  open(): void;
  close(): void;
  /** Identifies the visitor by a JWT that the site has signed; null makes the visitor anonymous again. */
  identify(identity: string | null): void;
}

declare global {
  interface Window {
    Parley?: ParleyOnPage;
  }
}

/** Shows the chat on the page; rejects if the channel is not available there. */
async function begin(site: Site): Promise<void> {
  const memory = new Memory(site.channelId);
  const server = new Server(site, memory);
  const info = await server.info();
  const host = document.createElement('parley-chat');
  document.body.append(host);
  const { place, draw, addStyles } = mount(host, launcherCss, site.language, site.direction);
  paint(place, info.colour);
  place.dataset.position = info.position;
  keepAboveKeyboard(place);
  const chat = new Chat(site, info, server, memory);
  const say = sayIn(site.language);
  draw(h(Widget, { chat, language: site.language, say, addStyles }));
  window.Parley = {
    open: () => chat.open(),
    close: () => chat.close(),
    identify: (identity) => void chat.identify(identity),
  };
  if (server.isReturning) await chat.start();
}

/** On a phone, limits the chat's height to the part of the page above the on-screen keyboard. */
function keepAboveKeyboard(place: HTMLElement): void {
  const view = window.visualViewport;
  if (!view) return;
  const fit = () => {
    place.style.setProperty('--view-height', `${view.height}px`);
    place.style.setProperty('--view-top', `${view.offsetTop}px`);
  };
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  fit();
}

const site = siteOf(document, import.meta.url);
if (site && !window.Parley) {
  begin(site).catch((error: unknown) => console.warn('The chat is not available on this page.', error));
}
