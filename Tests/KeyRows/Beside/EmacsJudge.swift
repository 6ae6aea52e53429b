import Bytes
import Cells
package import TestSupport

/// The emacs that is installed. It takes long to start: one process does many rows, each in a buffer of
/// its own, and forgets in between what it would remember.
///
/// Rows are keyboard macros, by `execute-kbd-macro` in batch mode. What cannot be judged so:
/// - A key that emacs refuses ends a macro, while a person types on: those rows do not count. `C-g` in a
///   text is one of them.
/// - `C-x (` does nothing in a macro: the keys of the recording are a macro that is run first, and the
///   last one then.
/// - A search, or a question, that the keys leave open: each ends by its own keys.
/// - What needs a screen: `C-v`, `M-v`, `C-l`, `M-r`, and rows instead of lines (`line-move-visual`).
package struct EmacsJudge: KeyJudge {
  package static let whereToGet = "emacs is missing: apt-get install emacs-nox"

  private let program: String
  private let folder = TemporaryFolder()

  package init() throws(JudgeFailure) {
    guard let program = JudgeProcess.find(["emacs"], accepts: { _ in true }) else {
      throw JudgeFailure(Self.whereToGet)
    }
    self.program = program
    folder.write("judge.el", Self.script)
  }

  package var shares: [(category: String, rows: Int)] { EmacsGrammar.shares }

  package func question(
    _ category: String, number: Int, using random: inout SeededRandom
  ) -> EmacsRow {
    let text =
      (EmacsGrammar.texts + KeyTexts.plain.map { $0 + "\n" })
      .randomElement(using: &random) ?? ""
    var names = KeyTexts.names(in: text, using: &random)
    for name in ["found", "Found", "FOUND", "fo", "f"] {
      names[name] = names[name]?.map { $0.map { String($0) }.joined(separator: " ") }
    }
    names["char"] = ["a", "e", "o"]
    return EmacsRow(
      id: "\(category)-\(number)", category: category, text: text,
      cursor: KeyTexts.cursor(in: text, reachesEnd: true, using: &random),
      keys: EmacsGrammar.grammar.keys(category, given: names, using: &random))
  }

  package func judge(_ rows: [EmacsRow]) throws(JudgeFailure) -> [EmacsRow?] {
    let lines = rows.map { row in
      let parts = row.keys.split(separator: "C-x ( ", maxSplits: 1)
      let recorded = parts.last?.split(separator: " C-x )", maxSplits: 1) ?? []
      let keys: (before: Substring, recorded: Substring, rest: Substring) =
        row.keys.contains("C-x ( ") && recorded.count == 2
        ? (row.keys.hasPrefix("C-x ( ") ? "" : parts[0], recorded[0], recorded[1])
        : ("", "", row.keys[...])
      let members = [
        "\"text\": \(JSONText.quoted(row.text))", "\"cursor\": \(row.cursor)",
        "\"before\": \(JSONText.quoted(String(keys.before)))",
        "\"recorded\": \(JSONText.quoted(String(keys.recorded)))",
        "\"keys\": \(JSONText.quoted(String(keys.rest)))",
      ]
      return "{\(members.joined(separator: ", "))}\n"
    }
    folder.write("rows", lines.joined())
    folder.remove("answers")
    try JudgeProcess(
      [program, "-Q", "--batch", "-l", folder.path("judge.el")], in: folder.path, seconds: 60,
      output: folder.path("said")
    ).wait()
    let answers = (folder.text("answers") ?? "").split(separator: "\n").map { Array($0.utf8) }
    guard answers.count == rows.count else {
      throw JudgeFailure(
        "emacs ended behind row \(answers.count) of \(rows.count): "
          + "\(rows.dropFirst(answers.count).first?.keys ?? "")\n\(folder.text("said") ?? "")")
    }
    return zip(rows, answers).map { row, answer in
      guard let value = JSONReader.value(of: answer), value["stopped"] == .null else { return nil }
      return EmacsRow.Outcome(value).map(row.judged)
    }
  }

  package func isIdle(_ row: EmacsRow) -> Bool {
    guard let wanted = row.wanted else { return true }
    return wanted.after == row.text && wanted.at == row.cursor && wanted.kills.isEmpty
      && !wanted.isActive
  }

  private static let script = #"""
    ;; -*- lexical-binding: t; coding: utf-8 -*-
    (setq-default fill-column 30 indent-tabs-mode nil tab-width 4)
    ;; In batch mode it is off, as it is for nobody else.
    (transient-mark-mode 1)
    (setq line-move-visual nil make-backup-files nil auto-save-default nil create-lockfiles nil
          interprogram-cut-function nil interprogram-paste-function nil
          dabbrev-check-other-buffers nil dabbrev-check-all-buffers nil)
    (set-language-environment "UTF-8")

    (defun judge-forget ()
      (setq kill-ring nil kill-ring-yank-pointer nil global-mark-ring nil register-alist nil
            last-kbd-macro nil kmacro-ring nil kmacro-counter 0 killed-rectangle nil
            search-ring nil regexp-search-ring nil isearch-string "" isearch-success t
            query-replace-defaults nil query-replace-history nil minibuffer-history nil
            string-rectangle-history nil extended-command-history nil goto-line-history nil
            last-command nil this-command nil real-last-command nil last-repeatable-command nil
            prefix-arg nil current-prefix-arg nil deactivate-mark nil
            pending-undo-list nil undo-in-region nil temporary-goal-column 0))

    (defun judge-place (at)
      (save-excursion
        (goto-char at)
        (vector (line-number-at-pos)
                (string-bytes (buffer-substring-no-properties (line-beginning-position) at)))))

    (defun judge-press (keys)
      (unless (equal keys "") (execute-kbd-macro (kbd keys))))

    (defun judge-row (row)
      (judge-forget)
      (when (get-buffer "note") (kill-buffer "note"))
      (switch-to-buffer (get-buffer-create "note"))
      (text-mode)
      (buffer-disable-undo)
      (insert (alist-get 'text row))
      (goto-char (point-min))
      (forward-line (1- (elt (alist-get 'cursor row) 0)))
      (let ((bytes (elt (alist-get 'cursor row) 1)))
        (while (> bytes 0)
          (setq bytes (- bytes (string-bytes (string (char-after)))))
          (forward-char)))
      (buffer-enable-undo)
      (set-buffer-modified-p nil)
      (let ((stopped :null) (recorded (alist-get 'recorded row)))
        (condition-case why
            (progn
              (judge-press (alist-get 'before row))
              (unless (equal recorded "")
                (judge-press recorded)
                (setq last-kbd-macro (kbd recorded)))
              (judge-press (alist-get 'keys row)))
          (error (setq stopped (error-message-string why)))
          (quit (setq stopped "Quit")))
        (set-buffer "note")
        (json-serialize
         `((after . ,(buffer-substring-no-properties (point-min) (point-max)))
           (at . ,(judge-place (point)))
           (mark . ,(if (mark t) (judge-place (mark t)) :null))
           (active . ,(if (region-active-p) t :false))
           (kills . ,(vconcat (mapcar #'substring-no-properties (seq-take kill-ring 3))))
           (stopped . ,stopped)))))

    (let ((folder (getenv "FOLDER")) (rows nil) (coding-system-for-write 'utf-8-unix))
      (with-temp-buffer
        (insert-file-contents (concat folder "/rows"))
        (goto-char (point-min))
        (while (not (eobp))
          (push (json-parse-buffer :object-type 'alist) rows)
          (skip-chars-forward "\n")))
      (dolist (row (nreverse rows))
        (write-region (concat (judge-row row) "\n") nil (concat folder "/answers") t 'silent)))
    """#
}
