type Props = {
  /** Whole percent, 0 to 100. */
  percent: number;
  size?: number;
  thickness?: number;
  label?: string;
  /** Some answers have errors: show no check mark. */
  faulty?: boolean;
};

/** A ring that shows a percentage, with a check mark at 100 (specification, section 2, RFx detail: 45, 6). */
export function ProgressRing({ percent, size = 45, thickness = 6, label, faulty = false }: Props) {
  const shown = Math.max(0, Math.min(100, Math.floor(percent)));
  const radius = (size - thickness) / 2;
  const length = 2 * Math.PI * radius;
  const centre = size / 2;
  const done = shown === 100 && !faulty;
  return (
    <svg
      className={done ? "progress-ring complete" : "progress-ring"}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label ? `${label}: ${shown}%` : `${shown}%`}
    >
      <circle className="ring-track" cx={centre} cy={centre} r={radius} fill="none" strokeWidth={thickness} />
      <circle
        cx={centre}
        cy={centre}
        r={radius}
        fill="none"
        stroke="currentColor"
        strokeWidth={thickness}
        strokeLinecap="round"
        strokeDasharray={`${Math.max(0.01, (length * shown) / 100).toFixed(2)} ${length.toFixed(2)}`}
        transform={`rotate(-90 ${centre} ${centre})`}
      />
      {done ? (
        <path
          d={`M${size * 0.32} ${size * 0.51}l${size * 0.13} ${size * 0.13}l${size * 0.24} ${size * -0.26}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : (
        <text x="50%" y="50%" textAnchor="middle" dominantBaseline="central">
          {shown}%
        </text>
      )}
    </svg>
  );
}
