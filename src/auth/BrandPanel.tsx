/** The drawing beside the signed-out forms: a chart under a lens. */
export function BrandPanel() {
  return (
    <aside
      aria-label="About"
      className="relative isolate hidden overflow-hidden rounded-panel bg-[#2f3aa8] lg:block"
    >
      <svg
        viewBox="0 0 688 868"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <defs>
          <linearGradient id="brand-sky" x1="0.1" y1="0" x2="0.55" y2="1">
            <stop stopColor="#4f61ff" />
            <stop offset="0.55" stopColor="#3340c4" />
            <stop offset="1" stopColor="#2b3493" />
          </linearGradient>
          <radialGradient id="brand-light" cx="0.86" cy="0.08" r="0.55">
            <stop stopColor="#8f99ff" />
            <stop offset="1" stopColor="#8f99ff" stopOpacity="0" />
          </radialGradient>
          <radialGradient id="brand-shade" cx="0" cy="0.98" r="0.62">
            <stop stopColor="#333960" stopOpacity="0.9" />
            <stop offset="0.6" stopColor="#2b3493" stopOpacity="0.35" />
            <stop offset="1" stopColor="#2b3493" stopOpacity="0" />
          </radialGradient>
          <linearGradient id="brand-area" x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="#fff" stopOpacity="0.2" />
            <stop offset="1" stopColor="#fff" stopOpacity="0.06" />
          </linearGradient>
        </defs>
        <rect width="688" height="868" fill="url(#brand-sky)" />
        <rect width="688" height="868" fill="url(#brand-light)" />
        <rect width="688" height="868" fill="url(#brand-shade)" />
        <g stroke="#fff" strokeOpacity="0.09">
          {[136, 210, 283, 356, 430, 503, 577, 650, 723].map((y) => (
            <path key={y} d={`M0 ${y}H688`} />
          ))}
        </g>
        <path
          d="M0 613C56 596 92 525 158 525S252 577 300 577 392 505 434 430 480 364 516 364 588 336 628 280 672 226 688 212V868H0Z"
          fill="url(#brand-area)"
        />
        <path
          d="M0 703C60 674 96 688 140 686S208 650 264 638 372 634 436 602 560 516 688 496"
          fill="none"
          stroke="#fff"
          strokeOpacity="0.65"
          strokeWidth="2.5"
          strokeDasharray="3 8"
          strokeLinecap="round"
        />
        <circle cx="516" cy="364" r="106" fill="#fff" fillOpacity="0.1" />
        <path
          d="M0 613C56 596 92 525 158 525S252 577 300 577 392 505 434 430 480 364 516 364 588 336 628 280 672 226 688 212"
          fill="none"
          stroke="#fff"
          strokeWidth="3.5"
        />
        <circle cx="516" cy="364" r="106" fill="none" stroke="#fff" strokeWidth="6" />
        <path d="m591 440 66 67" stroke="#fff" strokeWidth="15" strokeLinecap="round" />
        <circle cx="516" cy="364" r="8" fill="#fff" />
      </svg>
      <div className="absolute inset-x-12 bottom-12 text-white">
        <p className="text-28 font-[650] tracking-[-0.03em]">Your organisation, in focus.</p>
        <p className="mt-2 text-15 text-white/85">
          One dashboard for every number your team decides by.
        </p>
      </div>
    </aside>
  )
}
