import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUserData } from '#web/api/auth.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { saveFile } from '#web/save-file.ts';
import { Button } from '#web/ui/button.tsx';

export function OwnDataDownload() {
  const { t } = useTranslation('account');
  const { today } = useCompanyTime();
  const { mutate: askForData, isPending } = useUserData({ errorTitle: t('ownData.failed') });
  const download = () =>
    askForData(undefined, {
      onSuccess: (kept) =>
        saveFile(
          `${t('ownData.fileName')}-${today()}.json`,
          `${JSON.stringify(kept, null, 2)}\n`,
          'application/json',
        ),
    });
  return (
    <div className="flex flex-col sm:items-start">
      <Button
        variant="secondary"
        pending={isPending}
        icon={<Download className="size-5" aria-hidden="true" />}
        onClick={download}
      >
        {t(isPending ? 'ownData.pending' : 'ownData.submit')}
      </Button>
    </div>
  );
}
