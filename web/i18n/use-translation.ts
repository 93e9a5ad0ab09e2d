import { useTranslation as useLibrary } from 'react-i18next';

/** Texts for a component: `const { t } = useTranslation('employees')` (docs/web.md "Texts"). */
export const useTranslation = useLibrary;
