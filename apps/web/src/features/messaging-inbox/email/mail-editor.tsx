import { Suspense, useEffect, useRef, useState } from 'react';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import {
  MAX_EMAIL_SIZE,
  MAX_EMAIL_HTML_LENGTH,
  MAX_SUBJECT_LENGTH,
  sizeInEmail,
} from '@parley/contracts/rules/email-rules';
import { MAX_ATTACHMENTS } from '@parley/contracts/rules/most-attachments';
import { DRAFT_LENGTH } from '@parley/contracts/api/draft-limit';
import { AttachButton, SendButton } from '../../../conversation/composer/composer-tools';
import { DraftConflict } from '../../../conversation/composer/draft-conflict';
import { FailedUploads, UploadChips } from '../../../conversation/composer/upload-chips';
import { useOpenConversation, type Offers } from '../../../conversation/conversation';
import { useOfConversation } from '../../../conversation/use-of-conversation';
import { entriesOf } from '../../../conversation/live/transcript';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { download } from '../../../lib/download';
import { useCell } from '../../../lib/cell';
import { useChannelsById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { useMe } from '../../../lib/me';
import { toastMessage } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { useOpenChat } from '../open-chat';
import { answering } from './answering';
import { bodyQuery } from './bodies';
import { draftFor, kept, keptDraft, nothing, type MailDraft } from './draft';
import { mailOf, shortOf } from './mail';
import classes from './mail-editor.module.css';
import { PeopleField } from './people-field';
import { QuickReplyMenu } from './quick-reply-menu';
import { Looks, RichText } from './rich-text';
import { Signature } from './signature';
import { SubjectField } from './subject-field';
import { isWrong } from './typed-people';
import { usePictures } from './use-pictures';
import { useSignature } from './use-signature';
import { escaped, htmlToSend, quotable, quotedLines } from './written-html';
import { lazyPart } from '../../../lib/lazy-part';

const SendLater = lazyPart(() => import('../../../conversation/composer/send-later'), { shape: 'card' });
const MB = 1024 * 1024;

/** Editor for an answer by e-mail: recipients, subject and text. The draft is stored until it is sent. */
export default function MailEditor({ offers }: { offers: Offers }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id: userId } = useMe().user;
  const { chat } = useOpenChat();
  const { conversation, store, kind } = useOpenConversation();
  const { id, name } = conversation;
  const { uploads } = store;
  const stored = store.drafts.reply;
  const text = useCell(stored.text);
  const files = useCell(uploads.items);
  const asked = useCell(answering);
  const channel = useChannelsById().get(chat.channelId);
  const own = new Set((channel?.identities ?? []).flatMap(({ accountId }) => accountId?.toLowerCase() ?? []));
  const { data: transcript } = useInfiniteQuery(kind.conversations.transcripts.query(id, null));
  const mails = transcript ? entriesOf(transcript).filter((entry) => mailOf(entry) !== null) : [];
  const [newest] = mails;
  const begun = newest ? draftFor(newest, 'all', own) : nothing;
  const draft: MailDraft = keptDraft(text) ?? begun;
  const about = mails.find((entry) => entry.id === draft.about) ?? null;
  const [editor, setEditor] = useState<Editor | null>(null);
  const [showsCopies, setShowsCopies] = useOfConversation(id, false);
  const [isDelaying, setDelaying] = useOfConversation(id, false);
  const [isSigned, setSigned] = useState(true);
  const { html: signature } = useSignature(chat.channelId);
  const { data: aboutBody, isError: isQuoteMissing } = useQuery({
    ...bodyQuery(draft.about ?? '', false),
    enabled: about !== null,
  });
  const insiders = new Set(
    mails.flatMap((entry) => {
      const mail = mailOf(entry);
      const people = mail ? [mail.from, ...mail.to, ...mail.cc] : [];
      return people.flatMap((each) => each?.address.toLowerCase() ?? []);
    }),
  );

  /**
   * The text that this window wrote last. A different text comes from another window and replaces the editor's
   * content.
   */
  const written = useRef<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (text !== written.current) setTurn((before) => before + 1);
    written.current = text;
  }, [text]);
  const change = (changes: Partial<MailDraft>, words = editor?.getText() ?? '') => {
    const changed = { ...draft, ...changes };
    const next = kept(changed, words);
    written.current = next;
    stored.type(
      next.length <= DRAFT_LENGTH ? next : kept({ ...changed, html: `<p>${escaped(words)}</p>` }, ''),
    );
  };
  /** Attaches the files of a forwarded e-mail as new uploads, which the user can remove. */
  const passOn = async (entry: ChatEntry) => {
    const kept = entry.assets.filter(({ part }) => part === undefined || part === 'inline');
    const fetched = await Promise.allSettled(
      kept.slice(0, MAX_ATTACHMENTS).map(async (asset) => {
        const bytes = await download(kind.conversations.server.bytesPath!(entry.id, asset.id));
        return new File([bytes], asset.fileName ?? t('email.file'), { type: asset.contentType });
      }),
    );
    const got = fetched.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    // The files go to the conversation in which the forward began, even if the user has opened another one since.
    uploads.add(got, offers.fileLimit ?? (() => MAX_EMAIL_SIZE));
    if (got.length < kept.length)
      toastMessage(t('email.notPassedOn', { count: kept.length - got.length }), 'yellow');
  };
  const answer = useStable(() => {
    if (!asked || asked.chatId !== id) return;
    answering.set(null);
    const { html } = draft;
    change({ ...draftFor(asked.entry, asked.how, own), html });
    if (asked.how === 'forward') void passOn(asked.entry);
    store.mode.set('reply');
    editor?.commands.focus('end');
  });
  useEffect(() => {
    if (asked && editor && !editor.isDestroyed) answer();
  }, [asked, editor, answer]);

  const attach = useStable((added: File[]) => {
    const left = uploads.add(added, offers.fileLimit ?? (() => MAX_EMAIL_SIZE));
    if (left > 0) toastMessage(t('composer.tooManyFiles', { count: MAX_ATTACHMENTS }), 'yellow');
  });
  const onPictures = usePictures(uploads, editor, attach);

  const assets = files.flatMap(({ asset }) => (asset ? [asset] : []));
  const size = sizeInEmail(files.reduce((sum, { file }) => sum + file.size, 0));
  const isTooLarge = size > MAX_EMAIL_SIZE;
  const hasPeople = draft.to.length > 0;
  const wrong = [...draft.to, ...draft.cc, ...draft.bcc].find((person) => isWrong(person, insiders));
  const isReady =
    hasPeople &&
    !wrong &&
    !isTooLarge &&
    assets.length === files.length &&
    (draft.html !== '' || assets.length > 0 || draft.isForward) &&
    (about === null || aboutBody !== undefined || isQuoteMissing || !draft.hasQuote);

  const quoteOf = () => {
    const mail = about && mailOf(about);
    if (!mail || !about) return null;
    const who = mail.from ? shortOf(mail.from) : (channel?.name ?? '');
    const line = draft.isForward
      ? `---------- ${t('email.forwarded')} ----------\n${t('email.from')}: ${who}\n${t('email.subject')}: ${mail.subject}`
      : t('email.wroteOn', { time: formats.full(about.time), name: who });
    const plain = [aboutBody?.text ?? about.message ?? '', aboutBody?.quotedText ?? '']
      .filter(Boolean)
      .join('\n\n');
    const inside =
      aboutBody?.html != null
        ? quotable(aboutBody.html)
        : `<p>${escaped(plain).replaceAll('\n', '<br>')}</p>`;
    const said = escaped(line).replaceAll('\n', '<br>');
    return {
      html: `<div class="gmail_quote"><p>${said}</p><blockquote type="cite">${inside}</blockquote></div>`,
      text: `${line}\n${draft.isForward ? plain : quotedLines(plain)}`,
    };
  };

  const dispatch = (thenArchive: boolean, sendAt?: string) => {
    const words = editor?.getText() ?? '';
    const quote = about && draft.hasQuote ? quoteOf() : null;
    const said = htmlToSend(draft.html, {
      signature: isSigned ? signature : undefined,
      files: assets.map((asset) => asset.id),
    });
    const html = quote && said.length + quote.html.length <= MAX_EMAIL_HTML_LENGTH ? said + quote.html : said;
    const email = {
      subject: draft.subject.slice(0, MAX_SUBJECT_LENGTH),
      to: draft.to,
      cc: draft.cc.length > 0 ? draft.cc : undefined,
      bcc: draft.bcc.length > 0 ? draft.bcc : undefined,
      html: html || undefined,
      text: quote ? `${words}\n\n${quote.text}` : words,
    };
    const attachments = assets.length > 0 ? assets.map((asset) => asset.id) : undefined;
    const replyTo = draft.isForward ? undefined : (draft.about ?? undefined);
    const delay = sendAt ? { sendAt } : { holdForSeconds: offers.holdForSeconds };
    const back = kept(draft, words);
    const sent = store.send(
      { userId, name },
      { email, attachments, replyTo },
      { assets, ...stored.take(), ...delay },
    );
    store.written.set(sent.idempotencyKey, back);
    uploads.clear();
    written.current = '';
    editor?.commands.clearContent(false);
    if (thenArchive) offers.archive?.(sent);
  };
  const submit = useStable((thenArchive: boolean) => {
    if (!isReady || (thenArchive && !offers.archive)) return;
    dispatch(thenArchive);
  });
  const people = (key: 'to' | 'cc' | 'bcc') => (
    <PeopleField
      label={t(`email.${key}`)}
      people={draft[key]}
      insiders={insiders}
      onChange={(chosen) => change({ [key]: chosen })}
    />
  );
  const hasCopies = showsCopies || draft.cc.length > 0 || draft.bcc.length > 0;
  return (
    <div>
      <DraftConflict kind="reply" />
      <div className={classes.fields}>
        <div className={classes.row}>
          {people('to')}
          {!hasCopies && (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setShowsCopies(true)}>
              {t('email.showCc')}
            </Button>
          )}
        </div>
        {hasCopies && (
          <>
            {people('cc')}
            {people('bcc')}
          </>
        )}
        <SubjectField
          subject={draft.subject}
          onChange={(subject) => change({ subject })}
          onLeave={() => stored.leave()}
        />
      </div>
      <RichText
        label={t('composer.label', { name })}
        html={draft.html}
        of={`${id} ${turn}`}
        onChange={(html, words) => change({ html }, words)}
        onReady={setEditor}
        onSubmit={submit}
        onPictures={onPictures}
        onBlur={() => stored.leave()}
      />
      {isSigned && signature && <Signature html={signature} />}
      <UploadChips uploads={uploads} />
      <FailedUploads uploads={uploads} />
      {isTooLarge && (
        <p className={classes.note} data-wrong role="alert">
          {t('email.filesTooLarge', {
            size: Math.ceil(size / MB),
            limit: Math.floor(MAX_EMAIL_SIZE / MB),
          })}
        </p>
      )}
      {wrong && (
        <p className={classes.note} data-wrong role="status">
          {t('email.correctFirst', { address: wrong.address })}
        </p>
      )}
      {!hasPeople && draft.html !== '' && (
        <p className={classes.note} role="status">
          {t('email.nobody')}
        </p>
      )}
      {isDelaying && (
        <Suspense>
          <SendLater onChosen={(sendAt) => dispatch(false, sendAt)} onClose={() => setDelaying(false)} />
        </Suspense>
      )}
      <div className={classes.tools}>
        <AttachButton key={id} onFiles={attach} />
        {editor && <Looks editor={editor} />}
        <QuickReplyMenu editor={editor} variables={offers.variables} />
        {signature && (
          <Checkbox
            size="xs"
            label={t('email.signature')}
            checked={isSigned}
            onChange={(event) => setSigned(event.currentTarget.checked)}
          />
        )}
        {about && (
          <Checkbox
            size="xs"
            label={t('email.withQuote')}
            checked={draft.hasQuote}
            onChange={(event) => change({ hasQuote: event.currentTarget.checked })}
          />
        )}
        <div className={classes.space} />
        <SendButton
          isReady={isReady}
          onSend={submit}
          enterToSend={false}
          mayArchive={offers.archive !== undefined}
          onSendLater={offers.maySchedule ? () => setDelaying(true) : undefined}
        />
      </div>
    </div>
  );
}
