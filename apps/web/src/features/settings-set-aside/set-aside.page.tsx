import { useState } from 'react';
import { Button, EmptyState, Pagination, UnstyledButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { SET_ASIDE_DAYS, type SetAsideMail, type SetAsideMailsResponse } from '@parley/contracts/api/email';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { setAsideQuery, useRetryMails } from './set-aside-api';
import { useReason } from './reason';
import { SetAsideDrawer } from './set-aside-drawer';
import classes from './set-aside.module.css';

const PER_PAGE = 50;

/** Page of the e-mails that could not be imported, with the reasons; the user can retry them. */
export function Component() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [openId, setOpenId] = useState<string | null>(null);
  const mails = useQuery(setAsideQuery(page));
  const { retry, isRetrying, progress } = useRetry();
  const shown = mails.data?.data ?? [];
  const open = shown.find(({ id }) => id === openId);
  return (
    <SettingsPage
      wide
      title={t('setAside.title')}
      intro={t('setAside.intro', { days: SET_ASIDE_DAYS })}
      actions={
        shown.length > 0 && (
          <Button variant="default" loading={isRetrying} onClick={() => retry(shown.map(({ id }) => id))}>
            {t('setAside.retryAll')}
          </Button>
        )
      }
    >
      <div role="status" className={classes.progress}>
        {progress && t('setAside.retrying', progress)}
      </div>
      <Loadable query={mails} failed={t('setAside.failed')} skeleton={{ rows: 4, height: 40 }}>
        {({ data, total }) =>
          total === 0 ? (
            <EmptyState
              icon={<IconCircleCheck stroke={1.4} />}
              title={t('setAside.none')}
              description={t('setAside.noneText')}
            />
          ) : (
            <>
              <MailTable mails={data} onOpen={setOpenId} />
              <Pages total={total} page={page} onChange={setPage} />
            </>
          )
        }
      </Loadable>
      {open && (
        <SetAsideDrawer
          mail={open}
          isRetrying={isRetrying}
          onRetry={() => retry([open.id])}
          onClose={() => setOpenId(null)}
        />
      )}
    </SettingsPage>
  );
}

/** Returns a function that retries e-mails and reports how many were imported. */
function useRetry() {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<{ tried: number; count: number } | null>(null);
  const { mutate, isPending } = useRetryMails((tried) => setProgress((of) => of && { ...of, tried }));
  const retry = (ids: string[]) => {
    if (ids.length > 1) setProgress({ tried: 0, count: ids.length });
    mutate(ids, {
      onSettled: () => setProgress(null),
      onSuccess: (data) => {
        const failed = data.filter(({ outcome }) => outcome === 'same' || outcome === 'other').length;
        if (failed === 0) toastMessage(t('setAside.taken', { count: data.length }));
        else toastMessage(t('setAside.still', { failed, count: data.length }), 'yellow');
      },
      onError: (error) => toastFailure(error),
    });
  };
  return { retry, isRetrying: isPending, progress };
}

function MailTable({ mails, onOpen }: { mails: SetAsideMail[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasonOf = useReason();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('setAside.time')}</th>
          <th scope="col">{t('setAside.from')}</th>
          <th scope="col">{t('setAside.subject')}</th>
          <th scope="col" className={classes.number}>
            {t('setAside.size')}
          </th>
          <th scope="col">{t('setAside.reason')}</th>
          <th scope="col" className={classes.number}>
            {t('setAside.tries')}
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => {
          const subject = mail.subject || t('setAside.noSubject');
          return (
            <tr key={mail.id}>
              <td className={classes.time}>{formats.full(mail.receivedAt)}</td>
              <td className={classes.from}>{mail.from ?? t('setAside.nobody')}</td>
              <td className={classes.subject}>
                <UnstyledButton
                  className={classes.open}
                  aria-label={t('setAside.open', { subject })}
                  onClick={() => onOpen(mail.id)}
                >
                  {subject}
                </UnstyledButton>
              </td>
              <td className={classes.number}>{formats.bytes(mail.size)}</td>
              <td className={classes.reason}>{reasonOf(mail)}</td>
              <td className={classes.number}>{formats.number(mail.tries)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Pages({
  total,
  page,
  onChange,
}: Pick<SetAsideMailsResponse, 'total'> & { page: number; onChange: (page: number) => void }) {
  const { t } = useTranslation();
  const pages = Math.ceil(total / PER_PAGE);
  if (pages < 2) return null;
  return (
    <Pagination mt={16} aria-label={t('setAside.pages')} total={pages} value={page} onChange={onChange} />
  );
}
