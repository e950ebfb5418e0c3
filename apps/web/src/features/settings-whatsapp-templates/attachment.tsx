import { Button, FileButton, Group, Switch, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { TemplateResponse } from '@parley/contracts/api/templates';
import type { TemplateHeader } from '@parley/contracts/events';
import { useFormats } from '../../lib/format';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useAttach, useLock } from './templates-api';

const accepted = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf,text/plain,.doc,.docx,.xls,.xlsx,.ppt,.pptx',
};

interface AttachmentProps {
  template: TemplateResponse;
  format: TemplateHeader['format'] | undefined;
  isDisabled: boolean;
}

/** Input for the header's file, which is both the sample that Meta reviews and the default for sending. */
export function Attachment({ template, format, isDisabled }: AttachmentProps) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const attach = useAttach(template.id);
  const lock = useLock(template.id);
  if (format !== 'image' && format !== 'video' && format !== 'document') return null;
  const { attachment, isAttachmentLocked, draft, live } = template;
  const isSaved = (draft ?? live)?.content.header?.format === format;
  return (
    <section aria-label={t('templates.attachment')} data-field="attachment">
      <Text size="sm" fw={500} mt={16}>
        {t('templates.attachment')}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {t(isSaved ? 'templates.attachmentHint' : 'templates.attachmentUnsaved')}
      </Text>
      {attachment && (
        <Text size="sm" mb={8} style={{ overflowWrap: 'anywhere' }}>
          {attachment.fileName} · {bytes(attachment.size)}
        </Text>
      )}
      <Group gap={8}>
        <FileButton
          accept={accepted[format]}
          disabled={isDisabled || !isSaved}
          onChange={(file) => file && attach.mutate(file, { onError: (error) => toastFailure(error) })}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconUpload size={14} />}
              loading={attach.isPending}
            >
              {t(attachment ? 'templates.replaceFile' : 'templates.chooseFile')}
            </Button>
          )}
        </FileButton>
        {attachment && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isDisabled}
            onClick={() => attach.mutate(null, { onError: (error) => toastFailure(error) })}
          >
            {t('templates.removeFile')}
          </Button>
        )}
      </Group>
      {attachment && (
        <Switch
          mt={12}
          label={t('templates.lock')}
          description={t('templates.lockHint')}
          disabled={isDisabled}
          checked={isAttachmentLocked}
          onChange={(event) =>
            lock.mutate(event.currentTarget.checked, { onError: (error) => toastFailure(error) })
          }
        />
      )}
    </section>
  );
}
