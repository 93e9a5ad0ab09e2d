export const PRODUCT_NAME = 'Maina';
