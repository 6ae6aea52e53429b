import Testing

@testable import Markdown

@Suite("Readable formulas")
struct FormulaTextTests {
  static let readable = [
    ("x", "x"), ("x^2", "x²"), ("x^{2n+1}", "x²ⁿ⁺¹"), ("x_1", "x₁"), ("x_{i,j}", "x_(i,j)"),
    ("x_i^2", "xᵢ²"), ("x^q", "x^q"), ("e^{-x}", "e⁻ˣ"), ("a_{max}", "aₘₐₓ"), ("f'(x)", "f′(x)"),
    (#"f^{\prime}"#, "f′"), (#"90^\circ"#, "90°"), (#"90^{\circ}"#, "90°"),
    (#"\alpha"#, "α"), (#"\alpha \beta"#, "αβ"), (#"2\pi r"#, "2πr"), (#"\Omega_0"#, "Ω₀"),
    (#"a \le b"#, "a ≤ b"), (#"a\le b"#, "a ≤ b"), (#"a\neq{}b"#, "a ≠ b"), (#"x\in A"#, "x ∈ A"),
    (#"A \to B"#, "A → B"), (#"a \times b"#, "a × b"), (#"a\cdot b"#, "a·b"),
    (#"\frac{1}{2}"#, "1/2"), (#"\frac12"#, "1/2"), (#"\frac{a+b}{2}"#, "(a+b)/2"),
    (#"\frac{\pi}{\frac{a}{b}}"#, "π/(a/b)"), (#"\sqrt{2}"#, "√2"), (#"\sqrt{x+1}"#, "√(x+1)"),
    (#"\sqrt[3]{x}"#, "³√x"), (#"\sqrt x"#, "√x"), (#"\sin x"#, "sin x"), (#"\sin(x)"#, "sin(x)"),
    (#"\log_2 n"#, "log₂ n"), (#"\sin^2\theta"#, "sin²θ"), (#"\mathbb{R}^n"#, "ℝⁿ"),
    (#"\mathbb N"#, "ℕ"), (#"\mathcal{O}(n)"#, "𝒪(n)"), (#"\text{if } x > 0"#, "if x > 0"),
    (#"\mathrm{d}x"#, "dx"), (#"\mathbf{v}"#, "v"), (#"\hat{x}"#, "x\u{302}"),
    (#"\vec v"#, "v\u{20d7}"), (#"\left( a \right)"#, "( a )"), (#"\left\{a\right."#, "{a"),
    (#"\{1, 2\}"#, "{1, 2}"), (#"a\,b"#, "a b"), (#"a\!b"#, "ab"), ("a~b", "a b"),
    (#"\sum_{i=0}^n i^2"#, "∑ᵢ₌₀ⁿ i²"), (#"\int_0^1 x\,dx"#, "∫₀¹ x dx"), (#"50\%"#, "50%"),
    (#"a \equiv b \pmod{n}"#, "a ≡ b (mod n)"), ("日本", "日本"), ("x^{y^2}", "x^(y²)"),
    ("{a}b", "ab"), ("a  +  b", "a + b"),
  ]

  @Test("A one-line formula reads as written by hand", arguments: readable)
  func reads(formula: String, text: String) {
    #expect(FormulaText.readable(formula) == text)
  }

  @Test(
    "A formula that a line cannot express stays as written",
    arguments: [
      "", " ", "{", "}", "a}b", "^", "x^", "x_", "x^}", "x^^2", "\\", #"\nosuch"#, #"\frac{1}"#,
      #"\frac"#, #"\sqrt"#, #"\sqrt[3{x}"#, #"a & b"#, "a % b", #"a \\ b"#,
      #"\begin{matrix}a\end{matrix}"#,
      #"\mathbb{AB}"#, #"\mathbb{x}"#, #"\hat{xy}"#, #"\text{a$b}"#, #"\text{a"#, #"\left"#,
      #"\left x"#, #"\overbrace{a}"#, "a\nb", String(repeating: "x", count: 500),
      String(repeating: "{", count: 100) + String(repeating: "}", count: 100),
      String(repeating: #"\sqrt"#, count: 50),
    ])
  func leaves(formula: String) {
    #expect(FormulaText.readable(formula) == nil)
  }

  @Test("A note shows formulas in its text, and block formulas stay as they are")
  func inNote() {
    #expect(
      rendered(
        "Let $x^2$ be, or $\\begin{a}$, and $5 for $6.\n\n$$\nx^2\n$$\n\n`$x^2$` $$x^2$$", width: 80
      ) == [
        "Let x² be, or $\\begin{a}$, and $5 for $6.", "", "$$", "x^2", "$$", "", "$x^2$ $$x^2$$",
      ])
  }
}
