import { useState } from 'react';
import {
  Button,
  Checkbox,
  Drawer,
  EmptyState,
  Loader,
  SegmentedControl,
  Tabs,
  UnstyledButton,
} from '@mantine/core';
import {
  IconDownload,
  IconFile,
  IconFileOff,
  IconLink,
  IconMusic,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MAX_ZIPPED, type GalleryItem, type GalleryLink } from '@parley/contracts/api/gallery';
import { errorText } from '../../lib/i18n';
import { download } from '../../lib/download';
import { useFormats } from '../../lib/format';
import { codeOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { galleryQuery, isMedia, keyOf, save, shownAs } from './files';
import classes from './gallery.module.css';

/**
 * All files and links of a conversation, or of all conversations with its contact; several files can be downloaded as
 * one archive.
 */
export function Gallery() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { conversation, kind, store } = useOpenConversation();
  const [of, setOf] = useState<'chat' | 'contact'>('chat');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isZipping, setZipping] = useState(false);
  const { data, isPending, error, refetch } = useQuery(galleryQuery(kind.conversations, store.id, of));
  const items = data?.items ?? [];
  const media = items.filter(isMedia);
  const files = items.filter((item) => !isMedia(item));
  const links = data?.links ?? [];
  const close = () => store.viewing.set(null);
  const toggle = (item: GalleryItem) => {
    const next = new Set(selected);
    if (!next.delete(keyOf(item))) next.add(keyOf(item));
    setSelected(next);
  };
  const chosen = items.filter((item) => selected.has(keyOf(item)));
  const isTooMany = chosen.length > MAX_ZIPPED;
  const zip = async () => {
    setZipping(true);
    try {
      const wanted = chosen.map(({ messageId, asset }) => ({ messageId, assetId: asset.id }));
      const url = URL.createObjectURL(
        await download(kind.conversations.server.zipPath!, { body: { files: wanted } }),
      );
      save(url, `${conversation.name}.zip`);
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      setSelected(new Set());
    } catch (failure) {
      const code = codeOf(failure);
      toastMessage(errorText(code === 'zip_too_large' || code === 'network' ? code : 'zip_failed'), 'red');
    } finally {
      setZipping(false);
    }
  };
  const cells = { selected, onToggle: toggle, of };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={t('viewer.gallery')}
      classNames={{ content: classes.content, body: classes.body }}
      closeButtonProps={{ 'aria-label': t('viewer.close') }}
    >
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('viewer.whose')}
        value={of}
        onChange={(value) => {
          setOf(value);
          setSelected(new Set());
        }}
        data={[
          { value: 'chat', label: t('viewer.thisConversation') },
          { value: 'contact', label: t('viewer.allOf', { name: conversation.name }) },
        ]}
      />
      {isPending && <Loader size="sm" m="xl" aria-label={t('common.loading')} />}
      {error && (
        <div role="alert">
          <EmptyState size="sm" title={t('viewer.galleryFailed')} description={errorText(codeOf(error))}>
            <EmptyState.Actions>
              <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
                {t('common.retry')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </div>
      )}
      {data && (
        <Tabs defaultValue="media" className={classes.tabs} keepMounted={false}>
          <Tabs.List grow>
            <Tabs.Tab value="media">{`${t('viewer.media')} ${number(media.length)}`}</Tabs.Tab>
            <Tabs.Tab value="files">{`${t('viewer.files')} ${number(files.length)}`}</Tabs.Tab>
            <Tabs.Tab value="links">{`${t('viewer.links')} ${number(links.length)}`}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="media" className={classes.panel}>
            {media.length === 0 && <Nothing title={t('viewer.noMedia')} />}
            <ul className={classes.grid}>
              {media.map((item) => (
                <Cell key={keyOf(item)} item={item} {...cells} />
              ))}
            </ul>
          </Tabs.Panel>
          <Tabs.Panel value="files" className={classes.panel}>
            {files.length === 0 && <Nothing title={t('viewer.noFiles')} />}
            <ul className={classes.list}>
              {files.map((item) => (
                <Cell key={keyOf(item)} item={item} {...cells} />
              ))}
            </ul>
          </Tabs.Panel>
          <Tabs.Panel value="links" className={classes.panel}>
            {links.length === 0 && <Nothing title={t('viewer.noLinks')} />}
            <ul className={classes.list}>
              {links.map((link) => (
                <Link key={`${link.messageId} ${link.url}`} link={link} />
              ))}
            </ul>
          </Tabs.Panel>
        </Tabs>
      )}
      {data?.isCut && <p className={classes.cut}>{t('viewer.newestOnly')}</p>}
      {chosen.length > 0 && (
        <div className={classes.bar} role="region" aria-label={t('viewer.selection')}>
          <span aria-live="polite">
            {isTooMany ? t('viewer.tooMany') : t('viewer.selected', { count: chosen.length })}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => setSelected(new Set())}>
            {t('viewer.clear')}
          </Button>
          <Button
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            loading={isZipping}
            disabled={isTooMany}
            onClick={() => void zip()}
          >
            {t('viewer.zip')}
          </Button>
        </div>
      )}
    </Drawer>
  );
}

function Nothing({ title }: { title: string }) {
  return <EmptyState size="sm" title={title} className={classes.nothing} />;
}

const icons = { picture: IconPhoto, film: IconVideo, sound: IconMusic, pdf: IconFile, text: IconFile };

interface CellProps {
  item: GalleryItem;
  of: 'chat' | 'contact';
  selected: ReadonlySet<string>;
  onToggle: (item: GalleryItem) => void;
}

function Cell({ item, of, selected, onToggle }: CellProps) {
  const { t } = useTranslation();
  const { bytes, full } = useFormats();
  const { kind, store } = useOpenConversation();
  const { server } = kind.conversations;
  const { asset, messageId } = item;
  const name = asset.fileName ?? t(`asset.${asset.category}`);
  const shown = shownAs(asset);
  const Icon = asset.state === 'failed' ? IconFileOff : icons[shown ?? 'text'];
  const isGrid = isMedia(item);
  return (
    <li className={isGrid ? classes.cell : classes.row}>
      <UnstyledButton
        className={classes.open}
        aria-label={t('asset.open', { name })}
        onClick={() => store.viewing.set({ shows: 'file', messageId, asset, of })}
      >
        {shown === 'picture' && asset.state === 'stored' ? (
          <img src={server.fileUrl(messageId, asset.id)} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon size={24} stroke={1.3} aria-hidden />
        )}
        {!isGrid && (
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.dim}>
              {[asset.size !== null && bytes(asset.size), full(item.time)].filter(Boolean).join(' · ')}
            </span>
          </span>
        )}
      </UnstyledButton>
      {asset.state === 'stored' && (
        <Checkbox
          className={classes.check}
          aria-label={t('viewer.select', { name })}
          checked={selected.has(keyOf(item))}
          onChange={() => onToggle(item)}
        />
      )}
    </li>
  );
}

function Link({ link: { url, time } }: { link: GalleryLink }) {
  const { full } = useFormats();
  return (
    <li className={classes.row}>
      <a className={classes.open} href={url} target="_blank" rel="noopener noreferrer nofollow">
        <IconLink size={20} stroke={1.4} aria-hidden />
        <span className={classes.words}>
          <span className={classes.name}>{url}</span>
          <span className={classes.dim}>{full(time)}</span>
        </span>
      </a>
    </li>
  );
}
