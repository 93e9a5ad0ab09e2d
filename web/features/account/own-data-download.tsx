import { Download } from 'lucide-react';
import { useState } from 'react';
import type { UserData } from '#contract/own-data.ts';
import { useCall } from '#web/api/use-call.ts';
import { saveFile } from '#web/files/save-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';
import { useWorkUnits } from '#web/work-reports/work-units.ts';
import { ownTimeCsv } from './own-time-csv.ts';

type Format = 'json' | 'csv';

export function OwnDataDownload() {
  const { t } = useTranslation(['account', 'working-time']);
  const { today, timeZone, language } = useCompanyTime();
  const { amountInFile } = useWorkUnits();
  const [chosen, setChosen] = useState<Format>();
  const { mutate: askForData, isPending } = useCall('getUserData', { errorTitle: t('ownData.failed') });

  const csvOf = (data: UserData) =>
    ownTimeCsv(
      data,
      {
        headerOf: (column) => t(`ownData.headers.${column}`),
        sourceOf: (source) => t(`working-time:source.${source}`),
        notesOf: ({ isCorrected, approval, checkOutSource }) =>
          [
            checkOutSource === 'estimate' && t('working-time:status.estimated'),
            isCorrected && t('working-time:status.corrected'),
            approval && t(`working-time:status.${approval}`),
          ]
            .filter(Boolean)
            .join(', '),
        amountInFile,
        language,
      },
      timeZone,
    );
  const files = {
    json: {
      name: () => `${t('ownData.fileName')}-${today()}.json`,
      text: (data: UserData) => `${JSON.stringify(data, null, 2)}\n`,
      type: 'application/json',
    },
    csv: {
      name: () => `${t('ownData.csvFileName')}-${today()}.csv`,
      text: csvOf,
      type: 'text/csv',
    },
  };
  const download = (format: Format) => {
    setChosen(format);
    askForData(undefined, {
      onSuccess: (data) => {
        const { name, text, type } = files[format];
        saveFile(name(), text(data), type);
      },
    });
  };
  return (
    <div className="flex flex-col gap-3 sm:items-start">
      {(['json', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          pending={isPending && chosen === format}
          disabled={isPending}
          icon={<Download className="size-5" aria-hidden="true" />}
          onClick={() => download(format)}
        >
          {t(
            isPending && chosen === format
              ? 'ownData.pending'
              : format === 'json'
                ? 'ownData.submit'
                : 'ownData.csv',
          )}
        </Button>
      ))}
    </div>
  );
}
