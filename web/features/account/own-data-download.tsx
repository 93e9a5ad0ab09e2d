import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUserData } from '#web/api/auth.ts';
import { useCompanyTime } from '#web/company-time.ts';
import { Button } from '#web/ui/button.tsx';

export function OwnDataDownload() {
  const { t } = useTranslation('account');
  const { today } = useCompanyTime();
  const { mutate: askForData, isPending } = useUserData({ errorTitle: t('ownData.failed') });
  const download = () =>
    askForData(undefined, {
      onSuccess: (kept) =>
        saveFile(`${t('ownData.fileName')}-${today()}.json`, `${JSON.stringify(kept, null, 2)}\n`),
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

function saveFile(name: string, json: string) {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
