export const importRowMenu = () => import('./RowMenu').then((module) => module.RowMenu)
