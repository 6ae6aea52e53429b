/// What a language is made of, as far as colours need to know.
struct CodeLanguage: Sendable {
  var names: [String]
  var keywords: Set<[UInt8]>
  /// Up to the line's end.
  var comments: [[UInt8]]
  var blockComment: (open: [UInt8], close: [UInt8])?
  var quotes: [UInt8]

  private init(
    _ names: String, comments: String = "", block: String = "", quotes: String = "\"'",
    _ keywords: String
  ) {
    func words(_ text: String) -> [[UInt8]] { text.split(separator: " ").map { Array($0.utf8) } }
    self.names = names.split(separator: " ").map(String.init)
    self.comments = words(comments)
    self.keywords = Set(words(keywords))
    let signs = words(block)
    if signs.count == 2 { blockComment = (signs[0], signs[1]) }
    self.quotes = Array(quotes.utf8)
  }

  /// By what stands behind a fence: its first word, in whatever case.
  static func named(_ info: String) -> CodeLanguage? {
    let word = info.prefix { $0 != " " && $0 != "," && $0 != "{" && $0 != "\t" }.lowercased()
    return word.isEmpty ? nil : byName[word]
  }

  private static let byName: [String: CodeLanguage] = {
    var byName: [String: CodeLanguage] = [:]
    for language in all { for name in language.names { byName[name] = language } }
    return byName
  }()

  private static let cWords =
    "auto break case char const continue default do double else enum extern float for goto if int "
    + "long register return short signed sizeof static struct switch typedef union unsigned void "
    + "volatile while bool true false NULL inline"

  private static let all: [CodeLanguage] = [
    CodeLanguage("c h", comments: "//", block: "/* */", cWords),
    CodeLanguage(
      "cpp c++ cc hpp", comments: "//", block: "/* */",
      cWords + " class namespace template typename public private protected virtual override new "
        + "delete this using nullptr constexpr try catch throw operator explicit noexcept"),
    CodeLanguage(
      "java kotlin kt scala", comments: "//", block: "/* */",
      "abstract boolean break byte case catch char class continue default do double else enum "
        + "extends final finally float for fun if implements import in instanceof int interface "
        + "long new null object override package private protected public return short static "
        + "super switch this throw throws true false try val var void when while def trait"),
    CodeLanguage(
      "cs csharp", comments: "//", block: "/* */",
      "abstract as async await base bool break case catch class const continue default do else "
        + "enum false finally for foreach get if in int interface internal is namespace new null "
        + "object out override private protected public readonly ref return sealed set static "
        + "string struct switch this throw true try using var virtual void while yield"),
    CodeLanguage(
      "swift", comments: "//", block: "/* */", quotes: "\"",
      "actor as associatedtype async await break case catch class continue default defer deinit do "
        + "else enum extension fallthrough false fileprivate for func guard if import in init "
        + "inout internal is let nil operator package private protocol public repeat rethrows "
        + "return self Self some any static struct subscript super switch throw throws true try "
        + "typealias var weak where while"),
    CodeLanguage(
      "rust rs", comments: "//", block: "/* */", quotes: "\"",
      "as async await break const continue crate dyn else enum extern false fn for if impl in let "
        + "loop match mod move mut pub ref return self Self static struct super trait true type "
        + "unsafe use where while"),
    CodeLanguage(
      "go golang", comments: "//", block: "/* */", quotes: "\"'`",
      "break case chan const continue default defer else fallthrough for func go goto if import "
        + "interface map nil package range return select struct switch true false type var"),
    CodeLanguage(
      "javascript js jsx typescript ts tsx", comments: "//", block: "/* */", quotes: "\"'`",
      "abstract as async await break case catch class const continue debugger default delete do "
        + "else enum export extends false finally for from function if implements import in "
        + "instanceof interface let new null of private protected public readonly return static "
        + "super switch this throw true try type typeof undefined var void while with yield"),
    CodeLanguage(
      "python py", comments: "#",
      "and as assert async await break class continue def del elif else except False finally for "
        + "from global if import in is lambda None nonlocal not or pass raise return True try "
        + "while with yield match case self"),
    CodeLanguage(
      "ruby rb", comments: "#",
      "alias and begin break case class def do else elsif end ensure false for if in module next "
        + "nil not or redo rescue retry return self super then true undef unless until when while "
        + "yield require"),
    CodeLanguage(
      "sh bash zsh shell console fish", comments: "#",
      "if then else elif fi for while until do done case esac function in return break continue "
        + "export local readonly set unset shift exit echo cd source"),
    CodeLanguage(
      "make makefile dockerfile docker", comments: "#",
      "FROM RUN CMD COPY ADD ENV ARG WORKDIR ENTRYPOINT EXPOSE USER VOLUME LABEL include ifeq "
        + "ifneq ifdef ifndef else endif define endef export"),
    CodeLanguage("yaml yml toml ini conf", comments: "#", "true false null yes no on off"),
    CodeLanguage("json jsonc", comments: "//", quotes: "\"", "true false null"),
    CodeLanguage(
      "sql", comments: "--", block: "/* */",
      "select from where insert into values update set delete create table drop alter add index "
        + "primary key foreign references not null unique join left right inner outer on as and or "
        + "in is like order by group having limit offset union all distinct case when then else "
        + "end SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE DROP ALTER ADD "
        + "INDEX PRIMARY KEY FOREIGN REFERENCES NOT NULL UNIQUE JOIN LEFT RIGHT INNER OUTER ON AS "
        + "AND OR IN IS LIKE ORDER BY GROUP HAVING LIMIT OFFSET UNION ALL DISTINCT CASE WHEN THEN "
        + "ELSE END"),
    CodeLanguage(
      "lua", comments: "--",
      "and break do else elseif end false for function goto if in local nil not or repeat return "
        + "then true until while"),
    CodeLanguage(
      "haskell hs elm", comments: "--", block: "{- -}", quotes: "\"",
      "case class data deriving do else if import in infix instance let module newtype of then "
        + "type where"),
    CodeLanguage("html xml svg", block: "<!-- -->", ""),
    CodeLanguage("css scss", block: "/* */", "important media import"),
    CodeLanguage(
      "php", comments: "// #", block: "/* */",
      "abstract and array as break case catch class const continue default do echo else elseif "
        + "extends false final for foreach function global if implements interface namespace new "
        + "null or private protected public return static switch this throw true try use var while"),
    CodeLanguage(
      "lisp clojure clj scheme elisp", comments: ";", quotes: "\"",
      "def defn defun defmacro let lambda fn if cond when unless do begin set setq quote nil true "
        + "false"),
  ]
}
