import type { SetAsideMail } from '@parley/contracts/api/email';
import { MAX_EMAIL_SIZE } from '@parley/contracts/rules/email-rules';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';

/** @returns a function that describes why an e-mail could not be imported */
export function useReason(): (mail: SetAsideMail) => string {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  return ({ reason, size, detail }) =>
    t(`setAside.reasons.${reason}`, {
      size: bytes(size),
      limit: bytes(MAX_EMAIL_SIZE),
      detail: detail ?? '',
    });
}
