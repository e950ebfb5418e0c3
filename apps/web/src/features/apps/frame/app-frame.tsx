import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Alert, Button, Skeleton, useComputedColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { AppPlace, AppResponse } from '@parley/contracts/api/apps';
import {
  LOST_AFTER_MS,
  MAX_APP_HEIGHT,
  MIN_APP_HEIGHT,
  PORT,
  READY,
  SILENT_AFTER_MS,
  type AppContext,
} from '@parley/contracts/apps/protocol';
import type { Chat } from '@parley/contracts/api/conversations';
import { errorText } from '../../../lib/i18n';
import { newId } from '../../../lib/id';
import { toastMessage } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import classes from './app-frame.module.css';
import { AppPort } from './app-port';
import { carryOutFor } from './carry-out';

interface AppFrameProps {
  app: AppResponse;
  place: AppPlace;
  /** The conversation that is open beside the app; missing on the app's own page. */
  chat?: Chat;
  insert?: (chatId: string, text: string) => void;
}

type State = 'loading' | 'silent' | 'ready' | 'lost' | 'left' | 'flooded';

/**
 * The sandboxed page of an app. The page stays loaded while the user changes conversations and receives each new context.
 */
export function AppFrame(props: AppFrameProps) {
  const [tries, setTries] = useState(0);
  return <Try key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function Try({ app, place, chat, insert, onRetry }: AppFrameProps & { onRetry: () => void }) {
  const { t } = useTranslation();
  const { id, name, packageName, version, places } = app;
  const [state, setState] = useState<State>('loading');
  const [height, setHeight] = useState(MIN_APP_HEIGHT);
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<AppPort | null>(null);
  const loads = useRef(0);
  const [nonce] = useState(newId);
  const client = useQueryClient();
  const navigate = useNavigate();
  const context = useContextOf(app, place, chat);
  const isGone = state === 'lost' || state === 'left' || state === 'flooded';

  const stop = useCallback((why: State) => {
    port.current?.close();
    port.current = null;
    setState(why);
  }, []);

  const currentChat = useEffectEvent(() => chat?.id ?? null);
  const insertText = useEffectEvent((chatId: string, text: string) => insert?.(chatId, text));
  const connect = useEffectEvent((page: Window) => {
    const { port1, port2 } = new MessageChannel();
    const carryOut = carryOutFor({
      ...{ app, client, chatId: currentChat, insert: insertText },
      toast: (message) => void toastMessage(t('apps.frame.says', { name, message })),
      go: (path) => void navigate(path),
      resize: (wanted) => setHeight(Math.min(MAX_APP_HEIGHT, Math.max(MIN_APP_HEIGHT, Math.round(wanted)))),
    });
    const onFlood = () => stop('flooded');
    port.current = new AppPort({ port: port1, scopes: app.scopes, carryOut, wordsOf: errorText, onFlood });
    // A sandboxed page has an opaque origin, so '*' is the only possible target origin; `page` is this frame's own
    // window.
    page.postMessage({ type: PORT, context }, '*', [port2]);
    setState('ready');
  });

  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      const page = frame.current?.contentWindow;
      if (!page || source !== page || origin !== 'null' || port.current || loads.current > 1) return;
      const said = data as { type?: unknown; nonce?: unknown } | null;
      if (said?.type === READY && said.nonce === nonce) connect(page);
    };
    window.addEventListener('message', onMessage);
    return () => {
      window.removeEventListener('message', onMessage);
      port.current?.close();
      port.current = null;
    };
  }, [nonce]);

  useEffect(() => {
    const silent = setTimeout(() => setState((now) => (now === 'loading' ? 'silent' : now)), SILENT_AFTER_MS);
    const lost = setTimeout(
      () => setState((now) => (now === 'loading' || now === 'silent' ? 'lost' : now)),
      LOST_AFTER_MS,
    );
    return () => {
      clearTimeout(silent);
      clearTimeout(lost);
    };
  }, []);

  useEffect(() => port.current?.tell(context), [context]);

  return (
    <div className={classes.app} data-place={place}>
      {state === 'loading' && (
        <Skeleton height={MIN_APP_HEIGHT} role="status" aria-label={t('apps.frame.loading', { name })} />
      )}
      {(isGone || state === 'silent') && (
        <Alert color={isGone ? 'red' : 'yellow'} role="alert">
          <p>{t(`apps.frame.${state}`, { name })}</p>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {t('apps.frame.retry')}
          </Button>
        </Alert>
      )}
      {!isGone && (
        <iframe
          data-takes-typing
          ref={frame}
          className={classes.frame}
          data-hidden={state !== 'ready' || undefined}
          title={t('apps.frame.frameOf', { name })}
          sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
          allow="clipboard-write"
          referrerPolicy="no-referrer"
          data-app={id}
          style={place === 'page' ? undefined : { height }}
          src={`/app-bundles/${packageName}/${version}/${places[place] ?? ''}#${nonce}`}
          onLoad={() => {
            // A second load means that the frame has navigated to another page, which must not get the port: the app
            // is stopped.
            if (++loads.current > 1) stop('left');
          }}
        />
      )}
    </div>
  );
}

/** The context that an app receives, limited by its rights. */
function useContextOf({ id, name, scopes }: AppResponse, place: AppPlace, chat?: Chat): AppContext {
  const { language } = useTranslation();
  const theme = useComputedColorScheme('light');
  const mayConversation = scopes.includes('conversation:read');
  const mayContact = scopes.includes('contact:read');
  return useMemo(() => {
    const { contact } = chat ?? {};
    return {
      ...{ app: { id, name }, place, language, theme },
      conversation:
        chat && mayConversation
          ? { id: chat.id, platform: chat.platform, status: chat.status, tagIds: chat.tagIds }
          : null,
      contact:
        contact && mayContact
          ? { id: contact.id, name: contact.name, phone: contact.phone, email: contact.email }
          : null,
    };
  }, [id, name, place, language, theme, chat, mayConversation, mayContact]);
}
