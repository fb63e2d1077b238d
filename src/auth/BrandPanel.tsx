/** The drawing beside the signed-out forms, a chart under a lens; it is in the styles. */
export function BrandPanel() {
  return (
    <aside
      aria-label="About"
      className="brand-panel relative hidden overflow-hidden rounded-panel lg:block"
    >
      <div className="absolute inset-x-12 bottom-12 text-white">
        <p className="text-28 font-[650] tracking-[-0.03em]">Your organisation, in focus.</p>
        <p className="mt-2 text-15 text-white/85">
          One dashboard for every number your team decides by.
        </p>
      </div>
    </aside>
  )
}
